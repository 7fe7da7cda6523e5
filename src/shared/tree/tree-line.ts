/** A line of a tree as a table shows it. */
export interface TreeLine {
  readonly depth: number;
  readonly children: readonly unknown[];
  /** Its children are in sight. */
  readonly open: boolean;
}
