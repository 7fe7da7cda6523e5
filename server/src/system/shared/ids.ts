/** The distinct identifiers of a path parameter such as `1,2,3`. */
export const idsOf = (text: string): number[] => [...new Set(text.split(',').map(Number))];
