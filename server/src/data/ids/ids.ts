import { serviceToken } from '../../kernel/index.ts';

/** Makes identifiers: time-ordered and exact as JSON numbers. (design 2.1) */
export interface Ids {
  /** The next identifier; waits for the next millisecond when this one's are used up. */
  next(): number;
}

export const IDS = serviceToken<Ids>('ids');
