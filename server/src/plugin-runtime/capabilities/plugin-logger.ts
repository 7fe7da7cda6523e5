import { Logger as SdkLogger, type LogFields } from '@platform/plugin-sdk/log';
import type { Logger, LogLevel } from '../../kernel/index.ts';
import type { SourceMaps } from '../contract/source-maps.ts';
import type { LogRate } from './log-rate.ts';
import { sizeInLog } from './log-size.ts';

/**
 * The logger of one application: adds its code, maps stacks to sources and limits the rate.
 *
 * (design 9.8-69)
 */
export class PluginLogger extends SdkLogger implements Logger {
  readonly #logger: Logger;
  readonly #maps: SourceMaps;
  readonly #rate: Pick<LogRate, 'admits' | 'charge'>;
  /** Characters of the fields that each line has. */
  readonly #size: number;

  constructor(logger: Logger, maps: SourceMaps, rate: Pick<LogRate, 'admits' | 'charge'>, size = 0) {
    super();
    this.#size = size;
    this.#logger = logger;
    this.#maps = maps;
    this.#rate = rate;
  }

  override trace(message: string, fields?: LogFields): void {
    if (this.admits('trace')) this.#write('trace', message, fields);
  }

  override debug(message: string, fields?: LogFields): void {
    if (this.admits('debug')) this.#write('debug', message, fields);
  }

  override info(message: string, fields?: LogFields): void {
    if (this.admits('info')) this.#write('info', message, fields);
  }

  override warn(message: string, fields?: LogFields): void {
    if (this.admits('warn')) this.#write('warn', message, this.#mapped(fields));
  }

  override error(message: string, fields?: LogFields): void {
    if (this.admits('error')) this.#write('error', message, this.#mapped(fields));
  }

  child(fields: LogFields): PluginLogger {
    const size = this.#size + sizeInLog(fields);
    return new PluginLogger(this.#logger.child(fields), this.#maps, this.#rate, size);
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
    this.#write(level, message, this.#mapped(fields));
  }

  #write(level: LogLevel, message: string, fields: LogFields | undefined): void {
    const own = fields === undefined ? 0 : sizeInLog(fields);
    this.#rate.charge(this.#size + sizeInLog(message) + own);
    this.#logger[level](message, fields);
  }

  #mapped(fields: LogFields | undefined): LogFields | undefined {
    this.#maps.mapError(fields?.['error']);
    return fields;
  }
}
