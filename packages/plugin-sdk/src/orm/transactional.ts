import { factFor, factKey } from '../metadata/index.ts';

export interface TransactionOptions {
  /** `required` (default) joins an open transaction, `requiresNew` opens its own. */
  readonly propagation?: 'required' | 'requiresNew';
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
}

/** Runs work in a transaction. */
export type TransactionRunner = <T>(work: () => Promise<T>, options: TransactionOptions) => Promise<T>;

/** Connects the transactional methods of a class with a database; the runtime fills it. */
export const TRANSACTIONS = factKey<{ run: TransactionRunner | undefined }>('transactions', () => ({
  run: undefined,
}));

/**
 * Runs an asynchronous method in a transaction. (design 9.1-7)
 *
 * Any error rolls back. Calls inside the same object count as well. Without a host, as in a plain
 * unit test, the method just runs.
 *
 * @example
 * ```ts
 * @Transactional()
 * async place(draft: OrderDraft): Promise<Order> {
 *   const order = await this.orders.insert(draft);
 *   await this.messages.send({ queue: 'mall.order-timeout' }, { id: order.id }, { delay: '30m' });
 *   return order;
 * }
 * ```
 */
export function Transactional(options: TransactionOptions = {}) {
  return function <This, Args extends unknown[], Result>(
    method: (this: This, ...args: Args) => Promise<Result>,
    { metadata }: ClassMethodDecoratorContext<This>,
  ): (this: This, ...args: Args) => Promise<Result> {
    const transactions = factFor(metadata, TRANSACTIONS);
    return function (...args) {
      const work = (): Promise<Result> => method.apply(this, args);
      return transactions.run ? transactions.run(work, options) : work();
    };
  };
}
