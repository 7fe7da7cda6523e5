/** Path of the list that the page of one record lies below. */
export const listPath = (path: string): string => path.replace(/\/[^/]+$/, '');
