import type { Kysely } from 'kysely';
import { PlatformError, type Logger } from '../../kernel/index.ts';
import type { TransactionOptions } from '../database.ts';
import type { HostSchema } from '../schema/index.ts';
import type { TransactionFlow, TransactionFlows } from './flow.ts';

/** Runs `work` as part of the open transaction. An exception makes the whole roll back. */
export async function joinTransaction<T>(flow: TransactionFlow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    flow.failedPart ??= { cause: error };
    throw error;
  }
}

/** Runs `work` in a transaction of its own, then its after-commit callbacks. */
export async function runTransaction<T>(
  query: Kysely<HostSchema>,
  flows: TransactionFlows,
  options: TransactionOptions,
  work: () => Promise<T>,
  logger: Logger,
): Promise<T> {
  const afterCommit: TransactionFlow['afterCommit'] = [];
  let builder = query.transaction();
  if (options.isolation) builder = builder.setIsolationLevel(options.isolation);
  if (options.readOnly) builder = builder.setAccessMode('read only');
  const result = await builder.execute(async (transaction) => {
    const flow: TransactionFlow = {
      query: transaction,
      unfiltered: transaction.withoutPlugins(),
      readOnly: options.readOnly === true,
      afterCommit,
      ended: false,
    };
    try {
      const value = await flows.run(flow, work);
      assertWhole(flow);
      return value;
    } finally {
      flow.ended = true;
    }
  });
  await flows.run(undefined, () => runAfterCommit(afterCommit, logger));
  return result;
}

function assertWhole(flow: TransactionFlow): void {
  if (!flow.failedPart) return;
  throw new PlatformError({
    code: 'TRANSACTION_ROLLED_BACK',
    message: 'The transaction was rolled back because a part of it failed and the error was caught inside.',
    fix: 'Let the error propagate, or run the part with requiresNew.',
    cause: flow.failedPart.cause,
  });
}

/** Runs all callbacks; failures are logged. */
export async function runAfterCommit(works: TransactionFlow['afterCommit'], logger: Logger): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      logger.error('Work after a commit failed', { error });
    }
  }
}
