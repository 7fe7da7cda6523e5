export { partLines, type PartLine } from './parts.ts';
export { usePartWords } from './use-part-words.ts';
export { useUnits } from './use-units.ts';
