import type { Defaulted } from './columns.ts';

/** A node number and the host that has, or had, it. Times are milliseconds since 1970. (design 10.7-1) */
export interface SysNodeNumberTable {
  node_number: number;
  /** The process. */
  holder: string;
  host_id: string;
  /** When the holder was last seen. */
  beat_ms: number;
  /** How far its identifiers have come. */
  reached_ms: number;
  /** The holder has given it back, or is known to be gone. */
  ended: Defaulted<boolean>;
}
