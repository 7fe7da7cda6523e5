import type { LogFields, Logger } from '../kernel/index.ts';

/** One line that was logged. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** Puts what is logged into `lines`. */
export function collectingLogger(lines: LogLine[], bound: LogFields = {}): Logger {
  const write =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push({ level, message, fields: { ...bound, ...fields } });
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    isEnabled: () => true,
    child: (fields) => collectingLogger(lines, { ...bound, ...fields }),
  };
}
