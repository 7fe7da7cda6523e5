const NAMES = ['write', 'writeln', 'open'] as const;

/**
 * Makes `document.write`, `writeln` and `open` throw: each would erase the whole shell
 * (design 9.6-36; docs/security.md).
 * @returns call to allow them again
 */
export function blockDocumentWrite(page: Document = document): () => void {
  for (const name of NAMES) {
    const value = (): never => {
      throw new Error(
        `"document.${name}" is blocked, because it would replace the page that all applications share. ` +
          'Render into the view instead.',
      );
    };
    Object.defineProperty(page, name, { value, configurable: true });
  }
  return () => {
    for (const name of NAMES) Reflect.deleteProperty(page, name);
  };
}
