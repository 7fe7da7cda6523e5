/** Sources to try the mutation tool on: which of their mutations its tests notice is known. */

/** Computed while the module is loaded. */
const offset = 1 + 1;

/** Adds the offset. Every mutation is noticed. */
export const shifted = (value: number): number => value + offset;

/** Its test does not say which of both it is at the limit. */
export const isBig = (value: number): boolean => value > 10;

/** A mutation of the step never ends. */
export function countTo(end: number): number {
  let count = 0;
  while (count < end) count += 1;
  return count;
}

/** Reached in a hook only. */
export const prepared = (value: number): number => value * 2;

let uses = 0;

/** Its test cannot be repeated in one process. */
export const countUse = (): number => (uses += 1);

/** No test reaches the sign. */
export const distance = (value: number): number => (value < 0 ? -value : value);
