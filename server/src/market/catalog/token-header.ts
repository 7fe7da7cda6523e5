/** Where the interface token of a catalog request stands. (design 2.3) */
export const TOKEN_HEADER = 'x-catalog-token';
