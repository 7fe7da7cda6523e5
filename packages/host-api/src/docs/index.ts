export * from './api-docs.ts';
