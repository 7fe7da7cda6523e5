export * from './catalog.ts';
export * from './package-content.ts';
export * from './signature-state.ts';
