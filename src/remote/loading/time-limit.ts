import type { RemoteStage } from '../errors.ts';
import { RemoteError } from '../errors.ts';

/** Milliseconds that one stage may take, and all of them together (design 5.2, 9.6-31). */
export const STAGE_LIMIT_MS = 8_000;
export const TOTAL_LIMIT_MS = 20_000;

/** Sources are compiled when they are first asked for. */
const DEVELOPED_FACTOR = 6;

/** Stages that wait for the network: a limit reached there may go away by itself. */
const NETWORK_STAGES: ReadonlySet<RemoteStage> = new Set(['discovery', 'entry', 'export', 'style', 'chunk']);

/** One load's time: every stage gets 8 s, but no more than what is left of 20 s. */
export interface TimeBudget {
  /** @throws RemoteError REMOTE_TIMEOUT */
  run<T>(stage: RemoteStage, work: () => Promise<T> | T): Promise<T>;
  /** Milliseconds left. */
  readonly left: () => number;
  /** Gives more of all, to an application that is served from its sources. */
  readonly extend: () => void;
}

export function createTimeBudget(app: string, now: () => number = () => performance.now()): TimeBudget {
  const startedAt = now();
  let factor = 1;
  const left = () => Math.max(0, startedAt + TOTAL_LIMIT_MS * factor - now());
  return {
    left,
    extend() {
      factor = DEVELOPED_FACTOR;
    },
    async run(stage, work) {
      const limit = Math.min(STAGE_LIMIT_MS * factor, left());
      let timer: ReturnType<typeof setTimeout> | undefined;
      const expired = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(timeoutAt(stage, app, limit)), limit);
      });
      try {
        return await Promise.race([Promise.resolve().then(work), expired]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function timeoutAt(stage: RemoteStage, app: string, limit: number): RemoteError {
  return new RemoteError({
    code: 'REMOTE_TIMEOUT',
    stage,
    app,
    message: `no result within ${(limit / 1000).toFixed(limit % 1000 === 0 ? 0 : 1)} s`,
    transient: NETWORK_STAGES.has(stage),
  });
}
