export * from './contents.ts';
export * from './files.ts';
export * from './storages.ts';
