/** Header with the interface token of a catalog request. (design 2.3) */
export const TOKEN_HEADER = 'x-catalog-token';
