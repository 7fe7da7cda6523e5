/** Further values of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes log lines with application code, request id and tenant. (design 3.5, 9.7-51) */
export abstract class Logger {
  abstract trace(message: string, fields?: LogFields): void;
  abstract debug(message: string, fields?: LogFields): void;
  abstract info(message: string, fields?: LogFields): void;
  abstract warn(message: string, fields?: LogFields): void;
  /** An `error` field with an Error is written with its stack, mapped to the TypeScript sources. */
  abstract error(message: string, fields?: LogFields): void;
}
