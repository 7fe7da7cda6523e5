export * from './overview.ts';
export * from './runs.ts';
export * from './tasks.ts';
