import type { ConfirmOptions } from '@platform/remote-app';
import { useUi } from '../services/use-ui.ts';

/** Work that runs only after the person has agreed. */
export interface ConfirmedWork {
  readonly ask: ConfirmOptions;
  readonly work: () => Promise<unknown>;
  /** Message after success. */
  readonly done: string;
}

/**
 * Asks, runs the work and reports its outcome. `afterwards` also runs after a failure, because the
 * page may be stale.
 *
 * @returns resolves to whether the work succeeded
 */
export function useConfirmed(
  afterwards: () => Promise<unknown>,
): (action: ConfirmedWork) => Promise<boolean> {
  const { confirm, describeError, message } = useUi();
  return async ({ ask, work, done }) => {
    if (!(await confirm(ask))) return false;
    try {
      await work();
      message.success(done);
      return true;
    } catch (error) {
      message.error(describeError(error).message);
      return false;
    } finally {
      await afterwards();
    }
  };
}
