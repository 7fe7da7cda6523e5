import { serviceToken } from '../../kernel/index.ts';

/** Makes identifiers: time-ordered and exact as JSON numbers. (design 10.7-1, 16-9) */
export interface Ids {
  /**
   * The next identifier. Where the host makes more than its numbers allow, it holds the process for some milliseconds;
   * {@link take} does not.
   *
   * @throws NODE_NUMBER_LOST (503) where the database has not been reached for too long
   */
  next(): number;
  /**
   * Identifiers for many rows, in rising order; waits for further numbers of the host without holding the process.
   *
   * @throws NODE_NUMBER_LOST (503)
   */
  take(count: number): Promise<number[]>;
}

export const IDS = serviceToken<Ids>('ids');
