import { PlatformError, serviceToken, type LogLevel } from '../../kernel/index.ts';

export type { LogLevel } from '../../kernel/index.ts';

/** The lowest level of lines that a logger writes; `off` is above all of them. */
export type LogThreshold = LogLevel | 'off';

const weights: Readonly<Record<LogThreshold, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  off: Infinity,
};

const thresholdNames = Object.keys(weights);

/** The name that matches every logger. */
export const ROOT_LOGGER = 'ROOT';

export interface LoggerLevel {
  readonly name: string;
  /** Set for this very name. */
  readonly configured: LogThreshold | undefined;
  readonly effective: LogThreshold;
}

/**
 * Levels of loggers, changed while the host runs. A level holds for a name and for those below it:
 * `plugin` for `plugin.hello`.
 */
export class LogLevels {
  readonly #configured = new Map<string, LogThreshold>();
  readonly #names = new Set<string>();
  readonly #effective = new Map<string, number>();
  #root: LogThreshold;

  constructor(root: LogThreshold) {
    this.#root = root;
  }

  /** Adds a logger that has not written yet. */
  know(name: string): void {
    this.#names.add(name);
  }

  /** Whether there is a logger of this name, or one below it. */
  knows(name: string): boolean {
    if (name === ROOT_LOGGER || this.#configured.has(name)) return true;
    return this.#names.has(name) || [...this.#names].some((known) => known.startsWith(`${name}.`));
  }

  /** Whether a line of this level is written. */
  isEnabled(name: string, level: LogLevel): boolean {
    let lowest = this.#effective.get(name);
    if (lowest === undefined) {
      this.#names.add(name);
      lowest = weights[this.#levelOf(name)];
      this.#effective.set(name, lowest);
    }
    return weights[level] >= lowest;
  }

  /** Every logger that has written or has a level of its own, by name, the root first. */
  list(): LoggerLevel[] {
    const names = [...new Set([...this.#names, ...this.#configured.keys()])].sort();
    return [
      { name: ROOT_LOGGER, configured: this.#root, effective: this.#root },
      ...names.map((name) => ({
        name,
        configured: this.#configured.get(name),
        effective: this.#levelOf(name),
      })),
    ];
  }

  get(name: string): LoggerLevel {
    if (name === ROOT_LOGGER) return { name, configured: this.#root, effective: this.#root };
    return { name, configured: this.#configured.get(name), effective: this.#levelOf(name) };
  }

  /**
   * Sets the level of a logger and of those below it; none goes back to what is above.
   *
   * @throws LOG_LEVEL_UNKNOWN (400)
   */
  set(name: string, level: LogThreshold | undefined): void {
    if (level !== undefined && !thresholdNames.includes(level)) {
      throw new PlatformError({
        code: 'LOG_LEVEL_UNKNOWN',
        status: 400,
        message: `${String(level)} is not a log level.`,
        fix: `Use one of ${thresholdNames.join(', ')}.`,
      });
    }
    if (name === ROOT_LOGGER) this.#root = level ?? 'info';
    else if (level === undefined) this.#configured.delete(name);
    else this.#configured.set(name, level);
    this.#effective.clear();
  }

  #levelOf(name: string): LogThreshold {
    for (let prefix = name; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
      const level = this.#configured.get(prefix);
      if (level) return level;
    }
    return this.#root;
  }
}

/** Provided by the code that opens the log. */
export const LOG_LEVELS = serviceToken<LogLevels>('log levels');
