import { PlatformError, type Logger, type PlatformConfig } from '../../kernel/index.ts';
import { LogRate } from './log-rate.ts';

/** Limits the log lines of applications, and counts those left out. (design 11.5) */
export class LogLimits {
  readonly #usual: number;
  readonly #own: ReadonlyMap<string, number>;
  readonly #leftOut = new Map<string, number>();

  /** @throws CONFIG_INVALID for a limit that is not code=lines */
  constructor(logging: Pick<PlatformConfig['logging'], 'rate-limit' | 'rate-limits'>) {
    this.#usual = logging['rate-limit'];
    this.#own = new Map(logging['rate-limits'].map(limitOf));
  }

  /** Lines left out since the start of the host by application. */
  get leftOut(): ReadonlyMap<string, number> {
    return this.#leftOut;
  }

  /** @param logger is told once a second how many lines were left out */
  rateOf(appCode: string, logger: Logger): LogRate {
    return new LogRate(this.#own.get(appCode) ?? this.#usual, (count, { perSecond, burst }) => {
      this.#leftOut.set(appCode, (this.#leftOut.get(appCode) ?? 0) + count);
      const [lines, most] = [perSecond, burst].map((value) => value.toLocaleString('en'));
      logger.warn(
        `Dropped ${count} log lines: the application may log ${lines} per second, and ${most} in a burst`,
        { leftOut: count, fix: 'Log less, or raise logging.rate-limit or logging.rate-limits.' },
      );
    });
  }
}

function limitOf(text: string): readonly [string, number] {
  const [, appCode, lines] = /^\s*([\w-]+)\s*=\s*(\d{1,9})\s*$/.exec(text) ?? [];
  if (appCode !== undefined && Number(lines) > 0) return [appCode, Number(lines)];
  throw new PlatformError({
    code: 'CONFIG_INVALID',
    message: `logging.rate-limits has ${JSON.stringify(text)}, which is not code=lines.`,
    fix: 'Name an application and its lines per second, 1 or more: hello=1000.',
  });
}
