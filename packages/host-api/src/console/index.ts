export * from './catalog-tokens.ts';
export * from './listings.ts';
export * from './signature-state.ts';
export * from './versions.ts';
