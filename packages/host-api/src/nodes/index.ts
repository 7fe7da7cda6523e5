export * from './nodes.ts';
