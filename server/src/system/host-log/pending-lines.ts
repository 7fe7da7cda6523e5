import type { LogFilter, LogLine, LogLines } from '@platform/host-api';
import { lineMatches, parseLine } from './log-line.ts';

/** Most characters of JSON in one event. */
export const MOST_CHARACTERS = 524_288;
/** Most new lines in one event. */
const MOST_LINES = 500;

/** A line with the text that it was read from. */
export interface Parsed {
  readonly raw: string;
  readonly line: LogLine;
}

export function parsed(raw: string, filter: LogFilter): Parsed | undefined {
  const line = raw === '' ? undefined : parseLine(raw);
  return line && lineMatches(line, filter) ? { raw: raw.trimEnd(), line } : undefined;
}

export const sizeOf = (line: LogLine | undefined): number => JSON.stringify(line ?? null).length;

/** New lines until they are sent; lines that are too many for one event are counted only. */
export class PendingLines {
  readonly #filter: LogFilter;
  #found: Parsed[] = [];
  #characters = 0;
  #leftOut = 0;

  constructor(filter: LogFilter) {
    this.#filter = filter;
  }

  add(raw: string): void {
    if (this.#found.length >= MOST_LINES || this.#characters >= MOST_CHARACTERS) {
      this.#leftOut += 1;
      return;
    }
    const found = parsed(raw, this.#filter);
    if (!found) return;
    this.#characters += sizeOf(found.line);
    this.#found.push(found);
  }

  /** Counts lines that others have left out. */
  miss(lines: number): void {
    this.#leftOut += lines;
  }

  get raw(): ReadonlySet<string> {
    return new Set(this.#found.map(({ raw }) => raw));
  }

  /** In the order of time, as lines of several workers arrive; undefined where there are none. */
  take(): LogLines | undefined {
    const { lines, leftOut } = this.takeRaw();
    if (lines.length === 0 && leftOut === 0) return undefined;
    const sorted = lines.map(({ line }) => line).sort((one, other) => one.time.localeCompare(other.time));
    return { lines: sorted, leftOut, earlier: false };
  }

  takeRaw(): { readonly lines: readonly Parsed[]; readonly leftOut: number } {
    const [lines, leftOut] = [this.#found, this.#leftOut];
    this.#found = [];
    this.#characters = 0;
    this.#leftOut = 0;
    return { lines, leftOut };
  }
}
