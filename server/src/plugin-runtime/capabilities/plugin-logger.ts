import { Logger as SdkLogger, type LogFields } from '@platform/plugin-sdk/log';
import type { Logger } from '../../kernel/index.ts';
import type { SourceMaps } from '../modules/source-maps.ts';

/** The logger of one application: its lines carry the code, its errors the lines of the TypeScript sources. */
export class PluginLogger extends SdkLogger implements Logger {
  readonly #logger: Logger;
  readonly #maps: SourceMaps;

  constructor(logger: Logger, maps: SourceMaps) {
    super();
    this.#logger = logger;
    this.#maps = maps;
  }

  override trace(message: string, fields?: LogFields): void {
    this.#logger.trace(message, fields);
  }

  override debug(message: string, fields?: LogFields): void {
    this.#logger.debug(message, fields);
  }

  override info(message: string, fields?: LogFields): void {
    this.#logger.info(message, fields);
  }

  override warn(message: string, fields?: LogFields): void {
    this.#logger.warn(message, this.#mapped(fields));
  }

  override error(message: string, fields?: LogFields): void {
    this.#logger.error(message, this.#mapped(fields));
  }

  child(fields: LogFields): PluginLogger {
    return new PluginLogger(this.#logger.child(fields), this.#maps);
  }

  #mapped(fields: LogFields | undefined): LogFields | undefined {
    this.#maps.mapError(fields?.['error']);
    return fields;
  }
}
