import type { Logger as Pino } from 'pino';
import {
  reasonOf,
  requestContext,
  tracing,
  type LogFields,
  type Logger,
  type LogLevel,
} from '../../kernel/index.ts';
import { describeError } from './describe-error.ts';
import type { LogLevels } from './levels.ts';
import { maskSecrets, maskText } from './mask-secrets.ts';
import { RepeatedOutages } from './repeated-outages.ts';

/** {@link Logger} on pino; adds request, tenant and user of the context, and leaves secrets out. */
export class PinoLogger implements Logger {
  readonly #pino: Pino;
  readonly #levels: LogLevels;
  readonly #name: string;
  readonly #fields: LogFields;
  readonly #outages: RepeatedOutages;

  constructor(
    pino: Pino,
    levels: LogLevels,
    name: string,
    fields: LogFields = {},
    outages = new RepeatedOutages(),
  ) {
    this.#outages = outages;
    this.#pino = pino;
    this.#levels = levels;
    this.#name = name;
    this.#fields = fields;
    levels.know(name);
  }

  trace(message: string, fields?: LogFields): void {
    this.#write('trace', message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  child(fields: LogFields & { readonly logger?: string }): Logger {
    const { logger, ...rest } = fields;
    const all = { ...this.#fields, ...rest };
    return new PinoLogger(this.#pino, this.#levels, logger ?? this.#name, all, this.#outages);
  }

  isEnabled(level: LogLevel): boolean {
    return this.#levels.isEnabled(this.#name, level);
  }

  /** Never throws: a failing log must not fail the work. */
  #write(level: LogLevel, message: string, fields: LogFields | undefined): void {
    if (!this.isEnabled(level)) return;
    try {
      this.#line(level, message, fields);
    } catch (error) {
      this.#pino.error({ logger: this.#name }, `A line could not be written: ${reasonOf(error)}`);
    }
  }

  #line(level: LogLevel, message: unknown, fields: LogFields | undefined): void {
    const context = requestContext.current();
    const traceId = context?.traceId ?? tracing.current()?.traceId();
    const { error, ...given } = { ...this.#fields, ...fields };
    const repeated = this.#outages.take(this.#name, message, error);
    if (repeated === undefined) return;
    const record = {
      logger: this.#name,
      ...(context
        ? { requestId: context.requestId, tenant: context.tenantId, user: context.user?.userName }
        : {}),
      ...(traceId === undefined ? {} : { traceId }),
      ...(maskSecrets(given) as LogFields),
      ...repeated,
      ...(error === undefined ? {} : { error: describeError(error) }),
    };
    this.#pino[level](record, maskText(typeof message === 'string' ? message : reasonOf(message)));
  }
}
