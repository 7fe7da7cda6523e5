import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LogFilter, LogLine, LogLines } from '@platform/host-api';
import type { LiveLines } from '../../infra/index.ts';
import { lineMatches, parseLine } from './log-line.ts';
import { linesBackwards } from './lines-backwards.ts';

/** Most bytes of the file that are searched for the last lines. */
const MOST_BYTES = 33_554_432;
/** Most characters of JSON in one event. */
const MOST_CHARACTERS = 524_288;
/** Most new lines in one event, and the milliseconds between two events. */
const MOST_LINES = 500;
const INTERVAL_MS = 250;

interface LinesSink {
  send(lines: LogLines): void;
  end(): void;
}

/** The log of this host, as far as a filter lets it through. (design 11.5) */
export class HostLog {
  readonly #path: string;
  readonly #live: LiveLines;

  /** @param path of sys-console.log */
  constructor(path: string, live: LiveLines) {
    this.#path = path;
    this.#live = live;
  }

  /**
   * Sends the last lines, then new ones, at most some hundred at a time. It ends where the file
   * cannot be read.
   *
   * @returns stops it
   */
  follow(filter: LogFilter, most: number, sink: LinesSink): () => void {
    const ending = new AbortController();
    const news = new News(filter);
    const undo = this.#live.watch((line) => news.add(line));
    let timer: NodeJS.Timeout | undefined;
    const begin = async (): Promise<void> => {
      const last = await this.#last(filter, most, ending.signal);
      if (ending.signal.aborted) return;
      const seen = news.raw;
      const lines = last.lines.flatMap(({ raw, line }) => (seen.has(raw) ? [] : [line]));
      sink.send({ lines, leftOut: 0, earlier: last.earlier });
      timer = setInterval(() => {
        const found = news.take();
        if (found) sink.send(found);
      }, INTERVAL_MS);
    };
    begin().catch(() => sink.end());
    return () => {
      ending.abort();
      clearInterval(timer);
      void undo();
    };
  }

  /** Lines of the file as it is now, one JSON object each with a line break. */
  async *text(filter: LogFilter): AsyncGenerator<string> {
    const file = createReadStream(this.#path);
    // A reader of a missing file would wait for ever.
    const opened = await new Promise<boolean>((resolve) => {
      file.once('open', () => resolve(true)).on('error', () => resolve(false));
    });
    if (!opened) return;
    try {
      for await (const raw of createInterface({ input: file, crlfDelay: Infinity })) {
        const line = parseLine(raw);
        if (line && lineMatches(line, filter)) yield `${raw}\n`;
      }
    } finally {
      file.destroy();
    }
  }

  /** The newest lines of the file and those below INFO, in the order of time. */
  async #last(filter: LogFilter, most: number, signal: AbortSignal) {
    const fromFile: Parsed[] = [];
    let earlier = false;
    for await (const raw of most > 0 ? linesBackwards(this.#path, MOST_BYTES) : []) {
      if (signal.aborted) break;
      const found = parsed(raw, filter);
      if (!found) continue;
      earlier = fromFile.length === most;
      if (earlier) break;
      fromFile.push(found);
    }
    const below = this.#live.below.flatMap((raw) => parsed(raw, filter) ?? []);
    const found = [...fromFile.reverse(), ...below].sort((one, other) =>
      one.line.time.localeCompare(other.line.time),
    );
    const last = most === 0 ? [] : found.slice(-most);
    let from = last.length;
    for (let room = MOST_CHARACTERS; from > 0; from -= 1) {
      room -= sizeOf(last[from - 1]?.line);
      if (room < 0) break;
    }
    return { lines: last.slice(from), earlier: earlier || from > 0 || found.length > last.length };
  }
}

interface Parsed {
  readonly raw: string;
  readonly line: LogLine;
}

function parsed(raw: string, filter: LogFilter): Parsed | undefined {
  const line = raw === '' ? undefined : parseLine(raw);
  return line && lineMatches(line, filter) ? { raw: raw.trimEnd(), line } : undefined;
}

const sizeOf = (line: LogLine | undefined): number => JSON.stringify(line ?? null).length;

/** New lines until they are sent; what is too much for one event is counted only. */
class News {
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

  get raw(): ReadonlySet<string> {
    return new Set(this.#found.map(({ raw }) => raw));
  }

  take(): LogLines | undefined {
    const [found, leftOut] = [this.#found, this.#leftOut];
    if (found.length === 0 && leftOut === 0) return undefined;
    this.#found = [];
    this.#characters = 0;
    this.#leftOut = 0;
    return { lines: found.map(({ line }) => line), leftOut, earlier: false };
  }
}
