import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LogFilter, LogLines } from '@platform/host-api';
import type { LiveLines } from '../../infra/index.ts';
import { lineMatches, parseLine } from './log-line.ts';
import { linesBackwards } from './lines-backwards.ts';
import { MOST_CHARACTERS, PendingLines, parsed, sizeOf, type Parsed } from './pending-lines.ts';
import type { SiblingLines } from './sibling-lines.ts';

/** Most bytes of the file that are searched for the last lines. */
const MOST_BYTES = 33_554_432;
/** Milliseconds between two events. */
const INTERVAL_MS = 250;

interface LinesSink {
  send(lines: LogLines): void;
  end(): void;
}

/** The log of this host, as far as a filter lets it through. (design 11.5) */
export class HostLog {
  readonly #path: string;
  readonly #live: LiveLines;
  readonly #siblings: SiblingLines | undefined;

  /**
   * @param path of sys-console.log, which all workers of the machine write
   * @param siblings lines of the other workers, where there are any
   */
  constructor(path: string, live: LiveLines, siblings?: SiblingLines) {
    this.#path = path;
    this.#live = live;
    this.#siblings = siblings;
  }

  /**
   * Sends the last lines, then new ones, at most some hundred at a time. It ends where the file
   * cannot be read.
   *
   * @returns stops it
   */
  follow(filter: LogFilter, most: number, sink: LinesSink): () => void {
    const ending = new AbortController();
    const pending = new PendingLines(filter);
    const undo = this.#live.watch((line) => pending.add(line));
    const others = this.#siblings?.follow(filter, pending);
    let timer: NodeJS.Timeout | undefined;
    const begin = async (): Promise<void> => {
      await others?.look();
      const last = await this.#last(filter, most, ending.signal, others?.below ?? []);
      // Lines of others that are in the file by now are new ones too.
      await others?.look();
      if (ending.signal.aborted) return;
      const seen = pending.raw;
      const lines = last.lines.flatMap(({ raw, line }) => (seen.has(raw) ? [] : [line]));
      sink.send({ lines, leftOut: 0, earlier: last.earlier });
      timer = setInterval(() => {
        const found = pending.take();
        if (found) sink.send(found);
      }, INTERVAL_MS);
    };
    begin().catch(() => sink.end());
    return () => {
      ending.abort();
      clearInterval(timer);
      others?.stop();
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

  /**
   * The newest lines of the file and those below INFO, in the order of time.
   *
   * @param others lines below INFO of the other workers
   */
  async #last(filter: LogFilter, most: number, signal: AbortSignal, others: readonly string[]) {
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
    const below = [...this.#live.below, ...others].flatMap((raw) => parsed(raw, filter) ?? []);
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
