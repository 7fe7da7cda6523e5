import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import { PlatformError } from '../../kernel/index.ts';
import type { HostSchema } from '../schema/index.ts';

/** The transaction of one asynchronous flow. */
export interface TransactionFlow {
  readonly query: Transaction<HostSchema>;
  /** Without tenant filter and filled columns. */
  readonly unfiltered: Transaction<HostSchema>;
  readonly readOnly: boolean;
  readonly afterCommit: Array<() => void | Promise<void>>;
  /** Set when a joined part failed: the whole can only roll back. */
  failedPart?: { readonly cause: unknown };
  /** Set at the end, so that work that outlives the transaction is outside of it. */
  ended: boolean;
}

/** The transaction, if any, of the current asynchronous flow. */
export class TransactionFlows {
  readonly #storage = new AsyncLocalStorage<TransactionFlow | undefined>();

  current(): TransactionFlow | undefined {
    const flow = this.#storage.getStore();
    return flow?.ended === false ? flow : undefined;
  }

  run<T>(flow: TransactionFlow | undefined, work: () => T): T {
    return this.#storage.run(flow, work);
  }

  /**
   * Refuses to wait for SQLite's only writer in the flow that holds it.
   *
   * @throws TRANSACTION_NESTED_WRITE
   */
  readonly assertMayWait = (): void => {
    if (this.current()?.readOnly !== false) return;
    throw new PlatformError({
      code: 'TRANSACTION_NESTED_WRITE',
      message: 'Cannot start a second writing transaction inside another one: SQLite allows a single writer.',
      fix: 'Use the query builder of the database service, which joins the transaction, or write before or after it (afterCommit).',
    });
  };
}
