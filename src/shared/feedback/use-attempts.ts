import { useErrorText } from './error-text.ts';
import { useNotices } from './notices.ts';

/** Work without a form; a failure is a notice, since nothing is open that could show it. */
export interface Attempts {
  /**
   * Runs work unless some runs already under the same key: a second click sends nothing. Never
   * throws.
   *
   * @returns whether it succeeded
   */
  readonly attempt: (key: string, work: () => Promise<unknown>) => Promise<boolean>;
  /** Runs work after what came before, such as two moves of a line by quick keys. Never throws. */
  readonly inTurn: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** @param failed text of a failure; by its error when omitted */
export function useAttempts(failed?: () => string): Attempts {
  const notices = useNotices();
  const describe = useErrorText();
  const running = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  async function tried(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      notices.show('bad', failed?.() ?? describe(error).message, error);
      return false;
    }
  }

  return {
    async attempt(key, work) {
      if (running.has(key)) return false;
      running.add(key);
      try {
        return await tried(work);
      } finally {
        running.delete(key);
      }
    },
    inTurn(work) {
      const turn = last.then(() => tried(work));
      last = turn;
      return turn;
    },
  };
}
