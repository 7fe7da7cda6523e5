import { Logger as SdkLogger, type LogFields } from '@platform/plugin-sdk/log';
import type { Logger, LogLevel } from '../../kernel/index.ts';
import type { SourceMaps } from '../contract/source-maps.ts';
import { LogRate } from './log-rate.ts';

/**
 * The logger of one application: adds its code, maps stacks to sources and limits the rate.
 *
 * (design 9.8-69)
 */
export class PluginLogger extends SdkLogger implements Logger {
  readonly #logger: Logger;
  readonly #maps: SourceMaps;
  readonly #rate: LogRate;

  constructor(logger: Logger, maps: SourceMaps, rate = new LogRate((count) => reportDropped(logger, count))) {
    super();
    this.#logger = logger;
    this.#maps = maps;
    this.#rate = rate;
  }

  override trace(message: string, fields?: LogFields): void {
    if (this.admits('trace')) this.#logger.trace(message, fields);
  }

  override debug(message: string, fields?: LogFields): void {
    if (this.admits('debug')) this.#logger.debug(message, fields);
  }

  override info(message: string, fields?: LogFields): void {
    if (this.admits('info')) this.#logger.info(message, fields);
  }

  override warn(message: string, fields?: LogFields): void {
    if (this.admits('warn')) this.#logger.warn(message, this.#mapped(fields));
  }

  override error(message: string, fields?: LogFields): void {
    if (this.admits('error')) this.#logger.error(message, this.#mapped(fields));
  }

  child(fields: LogFields): PluginLogger {
    return new PluginLogger(this.#logger.child(fields), this.#maps, this.#rate);
  }

  isEnabled(level: LogLevel): boolean {
    return this.#logger.isEnabled(level);
  }

  /** Takes one line from the rate limit; call it exactly once for each line. */
  admits(level: LogLevel): boolean {
    return this.isEnabled(level) && this.#rate.admits();
  }

  /** Writes a line that {@link admits} has allowed, for callers whose text is costly to build. */
  admitted(level: LogLevel, message: string, fields?: LogFields): void {
    this.#logger[level](message, this.#mapped(fields));
  }

  #mapped(fields: LogFields | undefined): LogFields | undefined {
    this.#maps.mapError(fields?.['error']);
    return fields;
  }
}

function reportDropped(logger: Logger, count: number): void {
  logger.warn(`Dropped ${count} log lines: an application may log 200 per second, and 2,000 in a burst`, {
    leftOut: count,
  });
}
