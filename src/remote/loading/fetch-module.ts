/**
 * Has the browser fetch and parse a module without running it, so that a later import of the same address only evaluates it
 * (design 9.8-66). A browser remembers a module that could not be fetched: the import must use another address then.
 * @param address absolute address of the module
 * @throws Error when it could not be fetched
 */
export function fetchModule(address: string, page: Document = document): Promise<void> {
  const link = page.createElement('link');
  link.rel = 'modulepreload';
  link.href = address;
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${address} could not be fetched`)));
    page.head.append(link);
  }).finally(() => link.remove());
}
