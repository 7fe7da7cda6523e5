import { resolve } from 'node:path';
import pino from 'pino';
import { toStandardError, type Logger, type PlatformConfig } from '../../kernel/index.ts';
import { DiskGuard } from './disk-guard.ts';
import { LogLevels, type LogLevel } from './levels.ts';
import { secretScrubber, secretsOf } from './known-secrets.ts';
import { LiveLines } from './live-lines.ts';
import { PinoLogger } from './pino-logger.ts';
import { consoleSink, fileSinks, type Sink, type Terminal } from './sinks.ts';

export interface LoggingOptions {
  readonly level: LogLevel;
  readonly console: 'pretty' | 'json' | 'off';
  /** Where the three files are; none: no files. */
  readonly directory?: string;
  /** Whether other workers write the same files. Default: false. */
  readonly isShared?: boolean;
  /** Number of this worker, which each line then has. Default: none */
  readonly worker?: number;
  /** Default: standard output. */
  readonly terminal?: Terminal;
  /** Free bytes of its disk below which INFO is left out of the files; none: it is never. */
  readonly minFree?: number;
  /** Texts that no line may have. */
  readonly secrets?: readonly string[];
  /** How free bytes are found, for tests. */
  readonly freeOf?: (directory: string) => Promise<number>;
  /** Told when files cannot be written. Default: standard error. */
  readonly onFailure?: (error: Error) => void;
}

export interface Logging {
  readonly logger: Logger;
  readonly levels: LogLevels;
  readonly lines: LiveLines;
  readonly disk: DiskGuard;
  /** Resolves when everything written is in the files. */
  readonly close: () => Promise<void>;
}

/** Log lines to the console and to the files of the specification. (spec: Logs; design 6.5) */
export function createLogging(options: LoggingOptions): Logging {
  const terminal = options.terminal ?? process.stdout;
  const { directory, onFailure = reportFailure, minFree = 0, freeOf } = options;
  const disk = new DiskGuard({
    directory: directory ?? '',
    minFree,
    onChange: (low, leftOut) => reportDisk(logger, low, leftOut),
    ...(freeOf ? { freeOf } : {}),
  });
  const lines = new LiveLines();
  const sinks: Sink[] = [
    lines,
    ...(options.console === 'off' ? [] : [consoleSink(options.console, terminal)]),
    ...(directory ? fileSinks(directory, onFailure, disk, options.isShared) : []),
  ];
  const levels = new LogLevels(options.level);
  const root = pino(
    {
      level: 'trace',
      base: options.worker === undefined ? null : { worker: options.worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination(sinks, secretScrubber(options.secrets ?? [])),
  );
  const logger = new PinoLogger(root, levels, 'platform');
  return {
    logger,
    levels,
    lines,
    disk,
    close: async () => void (await Promise.all(sinks.map((sink) => sink.close()))),
  };
}

/** The logging options of the configuration. */
export function loggingOptionsOf(config: PlatformConfig): LoggingOptions {
  const { level, console, dir, 'min-free-bytes': minFree } = config.logging;
  return {
    level,
    console,
    minFree,
    secrets: secretsOf(config),
    directory: resolve(dir === '' ? `${config.platform['data-dir']}/logs` : dir),
  };
}

/** Pino passes the level of each line to a destination with this symbol. */
const metadata = Symbol.for('pino.metadata');

function destination(sinks: readonly Sink[], scrub: (line: string) => string): pino.DestinationStream {
  const stream = {
    [metadata]: true,
    lastLevel: 0,
    write(given: string): void {
      const line = scrub(given);
      const level = pino.levels.labels[stream.lastLevel] as LogLevel;
      for (const sink of sinks) if (sink.accepts(level)) sink.write(line);
    },
  };
  return stream;
}

function reportDisk(logger: Logger, low: boolean, leftOut: number): void {
  if (low) logger.warn('The disk is nearly full; the log files leave INFO out until space is free');
  else logger.warn('The log files have INFO again', { leftOut });
}

const reportFailure = (error: Error): void =>
  toStandardError(`Log files cannot be written: ${error.message}\n`);
