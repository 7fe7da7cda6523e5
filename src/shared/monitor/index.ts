export { partLines, type PartLine } from './parts.ts';
export { useUnits, type Units } from './use-units.ts';
