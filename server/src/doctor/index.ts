export { examine } from './examine.ts';
export { doctorModule } from './module.ts';
export type { ExaminedDatabase, Surroundings } from './surroundings.ts';
