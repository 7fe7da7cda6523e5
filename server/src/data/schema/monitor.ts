/** The figures of one process over a short time, packed. (design 12.1-6, 16-28) */
export interface SysRingTable {
  node_id: string;
  /** Seconds that the row covers: 10 or 60. */
  step_s: number;
  /** Begin, in milliseconds since 1970 by the database's clock. */
  at_ms: number;
  /** JSON; {@link ../../monitor/ring/ring-row.ts} reads and writes it. */
  figures: string;
}
