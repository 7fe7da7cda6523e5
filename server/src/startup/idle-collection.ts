import { performance } from 'node:perf_hooks';
import { collectGarbage } from './collect-garbage.ts';
import { residentReader } from './resident-bytes.ts';

const INTERVAL_MS = 15_000;
/** Share of time that the event loop may be at work for the host to count as idle. */
const IDLE_UTILIZATION = 0.05;
/** Growth of the resident memory, above the last collection, that a collection is worth. */
const GROWTH = 1.15;

/** Facts and the action of {@link idleCollection}, replaced by tests. */
export interface IdleCollectionParts {
  /** Resident memory in bytes. */
  readonly resident: () => number;
  /** Share of time that the event loop was at work since the last call. */
  readonly utilization: () => number;
  readonly collect: () => void;
}

/**
 * Decides whether to collect: V8 keeps the heap that a load has grown for as long as little is
 * allocated, which is the rest of an idle day. The pause of a full collection disturbs nobody then.
 *
 * @returns the check, to be called at intervals
 */
export function idleCollection({ resident, utilization, collect }: IdleCollectionParts): () => void {
  let floor = resident();
  return () => {
    const now = resident();
    floor = Math.min(floor, now);
    if (utilization() > IDLE_UTILIZATION || now < floor * GROWTH) return;
    collect();
    // Memory that is still in use is the new floor, or every check would collect again.
    floor = resident();
  };
}

/** Runs {@link idleCollection} for this process until it ends. */
export function collectWhenIdle(): void {
  let last = performance.eventLoopUtilization();
  const check = idleCollection({
    resident: residentReader(),
    utilization: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    collect: collectGarbage,
  });
  setInterval(check, INTERVAL_MS).unref();
}
