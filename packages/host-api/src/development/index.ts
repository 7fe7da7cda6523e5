export * from './plugins.ts';
export * from './remotes.ts';
