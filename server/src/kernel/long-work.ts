/**
 * How long synchronous work of the host may take, in milliseconds: a statement that changes a
 * schema or rewrites a database, writing the heap. (design 16-7)
 */
export const LONG_WORK_MS = { statement: 600_000, heapDump: 300_000 } as const;

let announced = 0;
/** The event loop is the process's, and so is who watches it. */
let listener: ((limitMs: number) => void) | undefined;

/**
 * Announces synchronous work of the host that is long by its nature, so that the process does not
 * count as blocked. It ends with the next turn of the event loop. (design 16-7)
 */
export function announceLongWork(kind: keyof typeof LONG_WORK_MS): void {
  announced += 1;
  listener?.(LONG_WORK_MS[kind]);
}

/** How often such work was announced. */
export const longWorkCount = (): number => announced;

/** Sets who hears of long work, with its limit in milliseconds; nobody if omitted. */
export function onLongWork(heard?: (limitMs: number) => void): void {
  listener = heard;
}
