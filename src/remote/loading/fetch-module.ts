/**
 * Fetches and parses a module, so that a later import only evaluates it (design 9.8-66). Browsers
 * cache failures as well: after an error the import must use another address.
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
