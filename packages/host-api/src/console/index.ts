export * from './catalog-tokens.ts';
export * from './listings.ts';
export * from './versions.ts';
