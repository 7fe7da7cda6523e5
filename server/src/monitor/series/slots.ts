import { KEPT_MS, type Step, type StoredFigures } from '../ring/ring-store.ts';
import { Summed } from '../ring/summed.ts';
import { entryOf } from '../ring/traffic.ts';

export type Range = 'hour' | 'day';

/** The step whose rows a range is read from, and its length. */
export const RANGES: Readonly<Record<Range, { readonly step: Step; readonly lengthMs: number }>> = {
  hour: { step: 10, lengthMs: KEPT_MS[10] },
  day: { step: 60, lengthMs: KEPT_MS[60] },
};

/** Where the values of a series lie. */
export interface Grid {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** A grid that ends with the last complete step, of whole rows. */
export function gridOf(range: Range, points: number, nowMs: number): Grid {
  const { step, lengthMs } = RANGES[range];
  const rowMs = step * 1_000;
  const stepMs = Math.max(rowMs, Math.ceil(lengthMs / points / rowMs) * rowMs);
  // Rows, not steps: else the newest minutes of a day would wait for a quarter of an hour.
  const toMs = Math.floor(nowMs / rowMs) * rowMs;
  const count = Math.floor(lengthMs / stepMs);
  return { fromMs: toMs - count * stepMs, toMs, stepMs };
}

/** Figures of each process in one step of a grid. */
export type Slot = ReadonlyMap<string, Summed>;

/** One slot for each step, empty where nobody measured. */
export function slotsOf(rows: readonly StoredFigures[], { fromMs, toMs, stepMs }: Grid): Slot[] {
  const slots = Array.from({ length: Math.round((toMs - fromMs) / stepMs) }, () => new Map<string, Summed>());
  for (const { nodeId, atMs, figures } of rows) {
    const slot = atMs < toMs ? slots[Math.floor((atMs - fromMs) / stepMs)] : undefined;
    if (slot) entryOf(slot, nodeId, () => new Summed()).add(figures);
  }
  return slots;
}
