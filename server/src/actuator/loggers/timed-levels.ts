import { millisecondsOf, type LogLevels, type LogThreshold } from '../../infra/index.ts';
import { PlatformError } from '../../kernel/index.ts';

const SHORTEST_MS = 1_000;
const LONGEST_MS = 86_400_000;

interface Lent {
  readonly timer: NodeJS.Timeout;
  /** Level to put back. */
  readonly before: LogThreshold | undefined;
}

/** Sets levels of loggers, for a time where one is given. (design 11.2, 11.8-9) */
export class TimedLevels {
  readonly #levels: LogLevels;
  readonly #lent = new Map<string, Lent>();

  constructor(levels: LogLevels) {
    this.#levels = levels;
  }

  /**
   * A further call ends the time of the former one; the level that was set before all of them comes
   * back.
   *
   * @param duration such as `15m`; without it the level stays until the host ends
   * @returns its time in milliseconds
   * @throws LOGGER_UNKNOWN (404), LOG_LEVEL_UNKNOWN, DURATION_INVALID, LOG_LEVEL_TIME (400)
   */
  set(name: string, level: LogThreshold | undefined, duration?: string): number | undefined {
    if (!this.#levels.knows(name)) throw unknownLogger(name);
    const ms = duration === undefined ? undefined : limited(duration);
    this.#set(name, level, ms);
    return ms;
  }

  /** Sets a level as on another host, where the logger may have written already. */
  follow(name: string, level: LogThreshold | undefined, ms: number | undefined): void {
    this.#levels.know(name);
    this.#set(name, level, ms);
  }

  #set(name: string, level: LogThreshold | undefined, ms: number | undefined): void {
    const lent = this.#lent.get(name);
    const before = lent ? lent.before : this.#levels.get(name).configured;
    this.#levels.set(name, level);
    clearTimeout(lent?.timer);
    this.#lent.delete(name);
    if (ms === undefined) return;
    const timer = setTimeout(() => {
      this.#lent.delete(name);
      this.#levels.set(name, before);
    }, ms).unref();
    this.#lent.set(name, { timer, before });
  }

  close(): void {
    for (const { timer } of this.#lent.values()) clearTimeout(timer);
    this.#lent.clear();
  }
}

function limited(duration: string): number {
  const ms = millisecondsOf(duration as Parameters<typeof millisecondsOf>[0]);
  if (ms >= SHORTEST_MS && ms <= LONGEST_MS) return ms;
  throw new PlatformError({
    code: 'LOG_LEVEL_TIME',
    status: 400,
    message: `A level cannot be set for ${duration}.`,
    fix: 'Use 1s to 24h, such as 15m.',
  });
}

export const unknownLogger = (name: string): PlatformError =>
  new PlatformError({
    code: 'LOGGER_UNKNOWN',
    status: 404,
    message: `There is no logger ${name}.`,
    fix: 'GET /actuator/loggers lists them. An application has the logger app.<code> once it is loaded.',
  });
