import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import { PlatformError } from '../../kernel/index.ts';
import type { HostSchema } from '../schema/index.ts';

/** The transaction of one asynchronous flow. */
export interface TransactionFlow {
  readonly query: Transaction<HostSchema>;
  /** The same without tenant filter and filled columns. */
  readonly unfiltered: Transaction<HostSchema>;
  readonly readOnly: boolean;
  readonly afterCommit: Array<() => void | Promise<void>>;
  /** Set when a joined part failed: the whole can only roll back. */
  failedPart?: { readonly cause: unknown };
  /** What outlives the transaction must not run in it. */
  ended: boolean;
}

/** Which transaction, if any, the current asynchronous flow is in. */
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
   * SQLite has one writer. A flow that holds it must not wait for it.
   *
   * @throws TRANSACTION_NESTED_WRITE
   */
  readonly assertMayWait = (): void => {
    if (this.current()?.readOnly !== false) return;
    throw new PlatformError({
      code: 'TRANSACTION_NESTED_WRITE',
      message: 'A second writer was asked for inside a transaction that writes; SQLite has only one.',
      fix: 'Use the query builder of the database service, which joins the transaction; write in an own transaction before or after it (afterCommit); or run on MySQL or PostgreSQL.',
    });
  };
}
