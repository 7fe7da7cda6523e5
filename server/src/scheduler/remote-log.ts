import type { JobLogger } from '@platform/plugin-sdk/job';
import type { Clock } from '../kernel/index.ts';

/** Characters that the history keeps of one run. */
const LIMIT = 65_536;

/** Collects the lines of a run for the console; the oldest give way. (spec: L5, remote logger) */
export class RemoteLog implements JobLogger {
  readonly #clock: Clock;
  #text = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get text(): string {
    return this.#text.slice(-LIMIT);
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
    // Cut seldom: each cut copies the whole text.
    if (this.#text.length > 2 * LIMIT) this.#text = this.#text.slice(-LIMIT);
  }
}
