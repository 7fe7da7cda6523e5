const reading = /^\s*(select|values|explain)\b/i;
const dataStatement = /^\s*(select|values|explain|insert|update|delete|replace|with)\b/i;

/** Whether a statement only reads, as its first word says; one that begins with `with` may change something. */
export const isReading = (sql: string): boolean => reading.test(sql);

/** Whether a statement leaves the schema as it is. */
export const isDataStatement = (sql: string): boolean => dataStatement.test(sql);
