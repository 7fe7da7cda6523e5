import type { WriteStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { ignoreMissing } from '../../kernel/index.ts';
import { RolledFiles } from './rolled-files.ts';

/** How long a place that failed is left alone, in milliseconds. */
export const REOPEN_AFTER_MS = 10_000;
/** Interval between two looks at the file, while lines are written, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** Other workers have seen after this time that a day is over, in milliseconds. */
const SETTLED_MS = 10 * LOOK_EVERY_MS;

export interface RollingFileOptions {
  readonly directory: string;
  /** `sys-info` for `sys-info.log`. */
  readonly name: string;
  /** Days that are kept. */
  readonly keep: number;
  /** Days that are over are compressed. */
  readonly gzip: boolean;
  /** Whether other workers write the same file. */
  readonly isShared: boolean;
  /** Told about failures, which never reach the caller. */
  readonly onFailure: (error: Error) => void;
}

/** Lines that may wait for a slow disk. */
const MOST_WAITING = 10_000;

interface OpenFile {
  readonly stream: WriteStream;
  readonly ino: number;
  readonly day: string;
}

/**
 * A log file that rolls every day, which several workers of one host may append to: the system
 * keeps their lines whole. A disk that is full, or gone, loses lines but stops nothing; it is tried
 * again. (design 10.7-12)
 */
export class RollingFile {
  readonly #options: RollingFileOptions;
  readonly #path: string;
  readonly #rolled: RolledFiles;
  #open: OpenFile | undefined;
  /** Lines that wait until the file is open. */
  #waiting: string[] = [];
  #work: Promise<void> | undefined;
  /** A day that is over is compressed in the background. */
  #tidying: Promise<void> = Promise.resolve();
  #looksAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: RollingFileOptions) {
    this.#options = options;
    this.#path = join(options.directory, `${options.name}.log`);
    this.#rolled = new RolledFiles(options);
  }

  write(line: string): void {
    const now = performance.now();
    if (this.#isClosed || now - this.#failedAt < REOPEN_AFTER_MS) return;
    if (this.#open !== undefined) this.#open.stream.write(line);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(line);
    if (this.#work !== undefined || now < this.#looksAt) return;
    this.#looksAt = now + LOOK_EVERY_MS;
    this.#work = this.#look()
      .catch((error: unknown) => this.#fail(error as Error))
      .finally(() => (this.#work = undefined));
  }

  /** Resolves once everything written is in the file. */
  async close(): Promise<void> {
    await this.#work;
    this.#isClosed = true;
    await this.#end();
    await this.#tidying;
  }

  /** Opens the file, again where its day is over or another worker has rolled it. */
  async #look(): Promise<void> {
    const today = dayOf(new Date());
    const before = await factsOf(this.#path);
    const former = this.#open;
    if (former !== undefined) {
      const isSame = before?.ino === former.ino;
      if (isSame && former.day === today) return;
      if (isSame) await this.#rolled.roll(this.#path, former.day, former.ino);
      await this.#end();
    } else if (before !== undefined && before.day !== today) {
      await this.#rolled.roll(this.#path, before.day, before.ino);
    }
    await this.#reopen(today);
    this.#tidy();
  }

  async #reopen(day: string): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true });
    const handle = await open(this.#path, 'a');
    const { ino } = await handle.stat();
    const stream = handle.createWriteStream();
    stream.on('error', (error) => this.#fail(error));
    for (const line of this.#waiting.splice(0)) stream.write(line);
    this.#open = { stream, ino, day };
  }

  async #end(): Promise<void> {
    const former = this.#open;
    this.#open = undefined;
    if (former === undefined) return;
    former.stream.end();
    await finished(former.stream).catch(() => undefined);
  }

  /** A file that another worker may still write to is compressed at a later rotation. */
  #tidy(): void {
    const settledMs = this.#options.isShared ? SETTLED_MS : 0;
    const wait = (): Promise<void> =>
      new Promise((resolve) => void setTimeout(resolve, settledMs * 2).unref());
    this.#tidying = this.#rolled
      .tidy(settledMs)
      .catch((error: unknown) => this.#options.onFailure(error as Error));
    if (!this.#options.isShared) return;
    void wait()
      .then(() => (this.#isClosed ? undefined : this.#rolled.tidy(settledMs)))
      .catch((error: unknown) => this.#options.onFailure(error as Error));
  }

  #fail(error: Error): void {
    this.#failedAt = performance.now();
    this.#waiting = [];
    this.#open?.stream.destroy();
    this.#open = undefined;
    this.#options.onFailure(error);
  }
}

async function factsOf(path: string): Promise<{ readonly ino: number; readonly day: string } | undefined> {
  const facts = await stat(path).catch(ignoreMissing(undefined));
  if (facts?.isFile() === false) throw new Error(`${path} is not a file`);
  return facts && { ino: facts.ino, day: dayOf(facts.mtime) };
}

function dayOf(date: Date): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
