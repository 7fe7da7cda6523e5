export * from './series.ts';
export * from './slow.ts';
export * from './upkeep.ts';
export * from './work.ts';
