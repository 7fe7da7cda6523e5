import { causesOf, isError, reasonOf, stackOf } from '../../kernel/index.ts';

/** Characters that the log keeps of one text. */
const LONGEST = 65_536;
/** Levels of objects that the log keeps. */
const DEEPEST = 6;
/** Values that are looked at; whatever has more is as long as that. */
const MOST_VALUES = 10_000;
/** Size assumed for a number, a name's quotes, and values that are not inspected. */
const SMALL = 8;
/** A byte of a buffer is written as a decimal number with a comma. */
const CHARACTERS_OF_BYTE = 4;

/**
 * About how many characters a value has in a line of the log, texts in objects and lists included.
 * Never throws: an application may log what cannot be read.
 */
export function sizeInLog(value: unknown): number {
  const rest = { values: MOST_VALUES };
  try {
    return sizeOf(value, 0, rest);
  } catch {
    return SMALL;
  }
}

function sizeOf(value: unknown, depth: number, rest: { values: number }): number {
  if (typeof value === 'string') return Math.min(LONGEST, value.length);
  if (typeof value !== 'object' || value === null) return SMALL;
  if (isError(value)) {
    return causesOf(value).reduce<number>((sum, each) => sum + stackOf(each).length, reasonOf(value).length);
  }
  if (ArrayBuffer.isView(value)) return value.byteLength * CHARACTERS_OF_BYTE;
  if (depth === DEEPEST) return SMALL;
  let sum = 0;
  for (const [name, item] of Object.entries(value)) {
    if ((rest.values -= 1) < 0) return sum + LONGEST;
    sum += (Array.isArray(value) ? 0 : name.length) + sizeOf(item, depth + 1, rest);
  }
  return sum;
}
