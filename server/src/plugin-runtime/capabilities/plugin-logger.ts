import { Logger as SdkLogger, type LogFields } from '@platform/plugin-sdk/log';
import type { Logger, LogLevel } from '../../kernel/index.ts';
import type { SourceMaps } from '../modules/source-maps.ts';
import { LogRate } from './log-rate.ts';

/**
 * The logger of one application: its lines carry the code, its errors the lines of the TypeScript sources, and there are no
 * more of them than the host can carry. (design 9.8-69)
 */
export class PluginLogger extends SdkLogger implements Logger {
  readonly #logger: Logger;
  readonly #maps: SourceMaps;
  readonly #rate: LogRate;

  constructor(logger: Logger, maps: SourceMaps, rate = new LogRate((count) => tellLeftOut(logger, count))) {
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

  /** Whether a line of this level is written; each line is asked for once. */
  admits(level: LogLevel): boolean {
    return this.isEnabled(level) && this.#rate.admits();
  }

  /** Writes a line that {@link admits} was asked for: whoever has to make its text first need not do so in vain. */
  admitted(level: LogLevel, message: string, fields?: LogFields): void {
    this.#logger[level](message, this.#mapped(fields));
  }

  #mapped(fields: LogFields | undefined): LogFields | undefined {
    this.#maps.mapError(fields?.['error']);
    return fields;
  }
}

function tellLeftOut(logger: Logger, count: number): void {
  logger.warn(`${count} lines were left out: an application may log 200 a second, and 2,000 at once`, {
    leftOut: count,
  });
}
