import type { Undo } from './disposer.ts';

/**
 * How long synchronous work of the host may take, in milliseconds: a statement that changes a
 * schema or rewrites a database, writing the heap. (design 16-7)
 */
export const LONG_WORK_MS = { statement: 600_000, heapDump: 300_000 } as const;

type Listener = (limitMs: number) => void;

/** The event loop is the process's, and so are those who watch it. */
let listeners: readonly Listener[] = [];

/**
 * Announces synchronous work of the host that is long by its nature, so that the process does not
 * count as blocked. It ends with the next turn of the event loop. (design 16-7)
 */
export function announceLongWork(kind: keyof typeof LONG_WORK_MS): void {
  for (const listener of listeners) listener(LONG_WORK_MS[kind]);
}

/** Tells of long work, with its limit in milliseconds, until that is undone. */
export function onLongWork(heard: Listener): Undo {
  const own: Listener = (limitMs) => heard(limitMs);
  listeners = [...listeners, own];
  return () => void (listeners = listeners.filter((listener) => listener !== own));
}
