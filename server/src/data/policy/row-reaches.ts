import type { RowReach } from '@platform/mapper';
import { serviceToken } from '../../kernel/index.ts';

/** Which rows of applications people see by the data scopes of their roles. (design 12.1-5) */
export interface RowReaches {
  /** Reach of the current user; undefined where it is everything, and for work without a user. */
  ofCaller(): Promise<RowReach | undefined>;
}

/** Provided by the administration; a host without it has no users. */
export const ROW_REACHES = serviceToken<RowReaches>('rowReaches');
