const reading = /^\s*(select|values|explain)\b/i;
const dataStatement = /^\s*(select|values|explain|insert|update|delete|replace|with)\b/i;

/** Whether the first word makes a statement a read. One with `with` may change rows. */
export const isReading = (sql: string): boolean => reading.test(sql);

/** Whether a statement cannot change the schema. */
export const isDataStatement = (sql: string): boolean => dataStatement.test(sql);
