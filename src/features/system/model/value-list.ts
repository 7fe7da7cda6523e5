/** The parts of a value that lists them, separated by commas. */
export const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** A value that lists parts, each once. A comma in one makes it two. */
export const textOf = (parts: readonly string[]): string => [...new Set(listOf(parts.join(',')))].join(',');
