import type { ConfirmOptions } from '@platform/remote-app';
import { useRuntime } from './runtime.ts';

/** Something that is done only after the person has agreed. */
export interface ConfirmedWork {
  readonly ask: ConfirmOptions;
  readonly work: () => Promise<unknown>;
  /** Said when it is done. */
  readonly done: string;
}

/**
 * Asks, does, and says how it went; `afterwards` runs when it was tried, since a failure may mean that what is shown is old.
 *
 * @returns resolves to whether it was done
 */
export function useConfirmed(
  afterwards: () => Promise<unknown>,
): (action: ConfirmedWork) => Promise<boolean> {
  const { confirm, message } = useRuntime();
  return async ({ ask, work, done }) => {
    if (!(await confirm(ask))) return false;
    try {
      await work();
      message.success(done);
      return true;
    } catch (error) {
      message.error((error as Error).message);
      return false;
    } finally {
      await afterwards();
    }
  };
}
