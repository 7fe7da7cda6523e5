import { RemoteError, type RemoteStage } from '../errors.ts';
import type { TimeBudget } from './time-limit.ts';

/** Retries after the first attempt. */
const RETRIES = 2;
const FIRST_DELAY_MS = 300;

export interface RetryOptions {
  budget: TimeBudget;
  /** Retry only failures of this stage; default: all. */
  stage?: RemoteStage;
  /** Returns 0 to 1; the jitter keeps many browsers from retrying at the same moment. */
  random?: () => number;
}

/**
 * Runs `attempt`, and retries it up to twice after a transient {@link RemoteError}. The delays are
 * 0.3 s and 0.9 s with a jitter of ± 50 %. A delay that exceeds the budget is not started.
 */
export async function retryTransient<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const random = options.random ?? Math.random;
  for (let n = 0; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      const delay = FIRST_DELAY_MS * 3 ** n * (0.5 + random());
      if (n >= RETRIES || !isTransient(error, options.stage)) throw error;
      if (delay >= options.budget.left(error.stage)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      options.budget.spend(error.stage, delay);
    }
  }
}

function isTransient(error: unknown, stage?: RemoteStage): error is RemoteError {
  return error instanceof RemoteError && error.transient && (stage === undefined || error.stage === stage);
}
