import type { RemoteStage } from '../errors.ts';
import { RemoteError } from '../errors.ts';

/** Time limits in milliseconds of one stage and of a whole load (design 5.2, 9.6-31). */
export const STAGE_LIMIT_MS = 8_000;
export const TOTAL_LIMIT_MS = 20_000;

/** Development servers compile sources on the first request. */
const DEVELOPED_FACTOR = 6;

/** Stages that wait for the network, where a timeout is worth a retry. */
const NETWORK_STAGES: ReadonlySet<RemoteStage> = new Set(['discovery', 'entry', 'export', 'style', 'chunk']);

/** The time budget of one load: 8 s for a stage with its retries, 20 s in all (design 9.8-66). */
export interface TimeBudget {
  /** @throws RemoteError REMOTE_TIMEOUT */
  run<T>(stage: RemoteStage, work: () => Promise<T> | T): Promise<T>;
  /** Milliseconds left of the whole budget or of a stage. */
  readonly left: (stage?: RemoteStage) => number;
  /** Counts a delay before a retry as time of its stage. */
  readonly spend: (stage: RemoteStage, milliseconds: number) => void;
  /** Raises all limits for an application that is served from its sources. */
  readonly extend: () => void;
}

/** Time that a stage has used; several runs of one stage may overlap. */
interface StageTime {
  spent: number;
  active: number;
  since: number;
}

export function createTimeBudget(app: string, now: () => number = () => performance.now()): TimeBudget {
  const startedAt = now();
  let factor = 1;
  const stages = new Map<RemoteStage, StageTime>();
  const timeOf = (stage: RemoteStage): StageTime => {
    const time = stages.get(stage) ?? { spent: 0, active: 0, since: 0 };
    stages.set(stage, time);
    return time;
  };
  function left(stage?: RemoteStage): number {
    const all = Math.max(0, startedAt + TOTAL_LIMIT_MS * factor - now());
    if (stage === undefined) return all;
    const { spent, active, since } = timeOf(stage);
    const running = active > 0 ? now() - since : 0;
    return Math.min(all, Math.max(0, STAGE_LIMIT_MS * factor - spent - running));
  }
  return {
    left,
    extend() {
      factor = DEVELOPED_FACTOR;
    },
    spend(stage, milliseconds) {
      timeOf(stage).spent += milliseconds;
    },
    async run(stage, work) {
      const limit = left(stage);
      // The message names the configured limit, not the remaining time.
      const isWhole = limit === left();
      const reached = (isWhole ? TOTAL_LIMIT_MS : STAGE_LIMIT_MS) * factor;
      const time = timeOf(stage);
      if (time.active++ === 0) time.since = now();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const expired = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(timeoutAt(stage, app, reached, isWhole)), limit);
      });
      try {
        return await Promise.race([Promise.resolve().then(work), expired]);
      } finally {
        clearTimeout(timer);
        if (--time.active === 0) time.spent += now() - time.since;
      }
    },
  };
}

function timeoutAt(stage: RemoteStage, app: string, limit: number, isWhole: boolean): RemoteError {
  return new RemoteError({
    code: 'REMOTE_TIMEOUT',
    stage,
    app,
    message: `no result within ${limit / 1000} s${isWhole ? ' in all stages together' : ''}`,
    transient: NETWORK_STAGES.has(stage),
  });
}
