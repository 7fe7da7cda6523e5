import { serviceToken } from '../../kernel/index.ts';

/** Generates identifiers: time-ordered and exact as JSON numbers. (design 10.7-1, 16-9) */
export interface Ids {
  /**
   * Returns the next identifier. Beyond the capacity of its numbers it blocks for milliseconds.
   *
   * {@link take} never blocks.
   *
   * @throws NODE_NUMBER_LOST (503) when the database has been unreachable for too long
   */
  next(): number;
  /**
   * Returns ascending identifiers for many rows, and leases further numbers without blocking.
   *
   * @throws NODE_NUMBER_LOST (503)
   */
  take(count: number): Promise<number[]>;
}

export const IDS = serviceToken<Ids>('ids');
