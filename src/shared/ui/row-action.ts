/** Something that can be done with a row or a record. */
export interface RowAction {
  key: string;
  /** A verb. */
  label: string;
  danger?: boolean;
  disabled?: boolean;
  /** Left out where false, for example for want of a permission. */
  when?: boolean;
  run(): void;
}
