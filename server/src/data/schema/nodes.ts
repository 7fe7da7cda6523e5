import type { Defaulted } from './columns.ts';

/**
 * A node number and its current or last host. Times are milliseconds since 1970. (design 10.7-1)
 */
export interface SysNodeNumberTable {
  node_number: number;
  /** Process of the holder. */
  holder: string;
  host_id: string;
  /** Last sign of life of the holder. */
  beat_ms: number;
  /** Time of its latest identifier. */
  reached_ms: number;
  /** Set once the holder released the number or is known to have ended. */
  ended: Defaulted<boolean>;
}
