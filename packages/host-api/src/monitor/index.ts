export * from './series.ts';
export * from './upkeep.ts';
export * from './work.ts';
