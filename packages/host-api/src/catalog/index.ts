export * from './catalog.ts';
export * from './package-content.ts';
