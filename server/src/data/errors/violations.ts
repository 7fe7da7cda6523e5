const uniqueCodes: ReadonlySet<unknown> = new Set([
  '23505',
  'ER_DUP_ENTRY',
  1062,
  /* SQLITE_CONSTRAINT_PRIMARYKEY */ 1555,
  /* SQLITE_CONSTRAINT_UNIQUE */ 2067,
]);

/** Whether an error, or what caused it, says that a row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, errno, errcode } = current as { code?: unknown; errno?: unknown; errcode?: unknown };
    if ([code, errno, errcode].some((value) => uniqueCodes.has(value))) return true;
  }
  return false;
}
