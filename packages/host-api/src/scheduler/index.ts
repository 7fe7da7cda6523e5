export * from './runs.ts';
export * from './tasks.ts';
