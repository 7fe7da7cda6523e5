const NAMES = ['write', 'writeln', 'open'] as const;

/**
 * Lets `document.write` fail, by which one application would take the whole page away from all (design 9.6-36).
 * @returns how to allow it again
 */
export function refuseDocumentWrite(page: Document = document): () => void {
  for (const name of NAMES) {
    const value = (): never => {
      throw new Error(
        `document.${name} is refused: it would replace the page that all applications are shown in`,
      );
    };
    Object.defineProperty(page, name, { value, configurable: true });
  }
  return () => {
    for (const name of NAMES) Reflect.deleteProperty(page, name);
  };
}
