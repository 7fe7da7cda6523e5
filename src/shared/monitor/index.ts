export { partLines, type PartLine } from './parts.ts';
export { useUnits } from './use-units.ts';
