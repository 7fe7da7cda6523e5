/** Creating a formatter is slow, and tables format each row, so formatters are cached. */
export function remembered<Options, Made>(
  make: (locale: string, options?: Options) => Made,
): (locale: string, options?: Options) => Made {
  const made = new Map<string, Made>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key) ?? make(locale, options);
    made.set(key, known);
    return known;
  };
}
