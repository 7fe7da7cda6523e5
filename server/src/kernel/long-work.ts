/** The event loop is the process's, and so is who watches it. */
let listener: ((limitMs: number) => void) | undefined;

/**
 * Announces synchronous work of the host that is long by its nature, such as a heap dump, so that
 * the process does not count as blocked. (design 16-7)
 *
 * @param limitMs time that it may take
 */
export function announceLongWork(limitMs: number): void {
  listener?.(limitMs);
}

/** Sets who hears of long work. */
export function onLongWork(heard: (limitMs: number) => void): void {
  listener = heard;
}
