import { factFor, factKey } from '../metadata/index.ts';

export interface TransactionOptions {
  /** `required`, the default, joins an open transaction; `requiresNew` has one of its own. */
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
 * Runs an asynchronous method in a transaction: any throw rolls back, calls within the same object count as well.
 * A class that no host has loaded, as in a unit test, has no database: its method just runs. (design 9.1-7)
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
