import { serviceToken, type LogLevel, type Undo } from '../../kernel/index.ts';
import type { Sink } from './sinks.ts';

/** Most lines that are kept, and most characters of them. */
const MOST_LINES = 2_000;
const MOST_CHARACTERS = 4_194_304;

/**
 * Lines on their way to the log, for those who watch it, and the last ones below INFO, which no
 * file has. (design 11.8-9)
 */
export class LiveLines implements Sink {
  readonly #watchers = new Set<(line: string) => void>();
  #kept: string[] = [];
  #characters = 0;
  #below = false;

  /** Called before each line with its level. */
  accepts(level: LogLevel): boolean {
    this.#below = level === 'trace' || level === 'debug';
    return this.#below || this.#watchers.size > 0;
  }

  write(line: string): void {
    for (const watcher of this.#watchers) watcher(line);
    if (!this.#below) return;
    this.#kept.push(line);
    this.#characters += line.length;
    if (this.#kept.length > MOST_LINES || this.#characters > MOST_CHARACTERS) this.#trim();
  }

  close(): Promise<void> {
    this.#watchers.clear();
    return Promise.resolve();
  }

  /** Lines below INFO, the oldest first. */
  get below(): readonly string[] {
    return this.#kept;
  }

  /** @param watcher receives each line as JSON with a line break; it must not log */
  watch(watcher: (line: string) => void): Undo {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Drops a tenth more than it has to, so that it is not called for every line. */
  #trim(): void {
    let from = Math.max(0, this.#kept.length - MOST_LINES * 0.9);
    let characters = this.#kept.slice(from).reduce((sum, { length }) => sum + length, 0);
    while (characters > MOST_CHARACTERS * 0.9) characters -= this.#kept[from++]?.length ?? characters;
    this.#kept = this.#kept.slice(from);
    this.#characters = characters;
  }
}

/** Provided by the code that opens the log. */
export const LIVE_LINES = serviceToken<LiveLines>('live lines of the log');
