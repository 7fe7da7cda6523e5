import type { JobLogger } from '@platform/plugin-sdk/job';
import type { Clock } from '../kernel/index.ts';

/** Longest log of a run in the history, in characters. */
const LIMIT = 65_536;

/** Collects the log lines of a run and drops the oldest. (spec: L5, remote logger) */
export class RemoteLog implements JobLogger {
  readonly #clock: Clock;
  readonly #listeners = new Set<(line: string) => void>();
  #text = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get text(): string {
    return this.#text.slice(-LIMIT);
  }

  /** @returns a function that stops listening */
  onLine(listener: (line: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  info(message: string): void {
    this.#write('INFO', message);
  }

  warn(message: string): void {
    this.#write('WARN', message);
  }

  error(message: string): void {
    this.#write('ERROR', message);
  }

  #write(level: string, message: string): void {
    const line = `${new Date(this.#clock.now()).toISOString()} ${level} ${message}\n`;
    this.#text += line;
    // Trims rarely, since each trim copies the whole text.
    if (this.#text.length > 2 * LIMIT) this.#text = this.#text.slice(-LIMIT);
    for (const listener of this.#listeners) listener(line);
  }
}
