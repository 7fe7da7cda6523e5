import { serviceToken } from './service.ts';

export type LogFields = Readonly<Record<string, unknown>>;

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/** Writes structured lines with request id, tenant and application of the current context. */
export interface Logger {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Writes an Error in the field `error` with its stack and causes. */
  error(message: string, fields?: LogFields): void;
  child(fields: LogFields & { readonly logger?: string }): Logger;
  /** Whether a line of this level is written. */
  isEnabled(level: LogLevel): boolean;
}

export const LOGGER = serviceToken<Logger>('logger');

const nothing = (): void => undefined;

export const silentLogger: Logger = Object.freeze({
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silentLogger,
  isEnabled: () => false,
});

/** Writes to standard error; a failure, such as a full disk, is ignored. */
export function toStandardError(text: string): void {
  try {
    process.stderr.write(text);
  } catch {
    // Nowhere is left to report it.
  }
}
