import { causesOf, propertyOf } from '../../kernel/index.ts';

const uniqueCodes: ReadonlySet<unknown> = new Set([
  '23505',
  'ER_DUP_ENTRY',
  1062,
  /* SQLITE_CONSTRAINT_PRIMARYKEY */ 1555,
  /* SQLITE_CONSTRAINT_UNIQUE */ 2067,
]);

/** Whether an error or its cause is a violation of a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return causesOf(error).some((each) =>
    ['code', 'errno', 'errcode'].some((name) => uniqueCodes.has(propertyOf(each, name))),
  );
}
