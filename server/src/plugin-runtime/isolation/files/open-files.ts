import fs from 'node:fs';
import { PlatformError } from '../../../kernel/index.ts';
import type { OpenHandles } from '../open-handles.ts';
import type { Turns } from '../turns.ts';
import { words } from '../words.ts';
import type { AnyFunction } from '../any-function.ts';

type Functions = Record<string, unknown>;
/** The answer of `open` or `opendir`. */
type Opened = number | fs.promises.FileHandle | fs.Dir;

/** Asynchronous methods of a `FileHandle` that take a thread. */
const OF_HANDLES = words(
  `appendFile chmod chown datasync read readFile readv stat sync truncate utimes write writeFile writev`,
);

/** Files that one application has opened, by descriptor or as handles. */
export class OpenFiles {
  readonly #open: OpenHandles;
  readonly #turns: Turns;
  readonly #numbers = new Map<number, object>();

  /** @param turns those of the application's functions of `fs` */
  constructor(open: OpenHandles, turns: Turns) {
    this.#open = open;
    this.#turns = turns;
  }

  /** @throws PLUGIN_FILE_REFUSED for a descriptor that the application has not opened */
  check(file: number): number {
    if (this.#numbers.has(file)) return file;
    throw new PlatformError({
      code: 'PLUGIN_FILE_REFUSED',
      message: `The application has not opened the file descriptor ${file}.`,
      fix: 'Open the file with fs.open first.',
    });
  }

  /**
   * @param path absolute
   * @returns it
   * @throws PLUGIN_FILE_REFUSED for a pipe, which opens in a thread once its other side does
   */
  openable(path: string): string {
    if (fs.statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return path;
    throw new PlatformError({
      code: 'PLUGIN_FILE_REFUSED',
      message: `The application may not open ${path}: it is a pipe, and a thread of the process would wait for its other side.`,
      fix: 'Use the standard streams of a process, or a socket.',
    });
  }

  /** Runs a function of `fs` and tracks what it opens and closes. */
  opened(
    name: string,
    args: unknown[],
    work: AnyFunction,
    prepare: (args: unknown[], name: string) => unknown[],
  ): unknown {
    const prepared = prepare(args, name);
    if (/^close(Sync)?$/.test(name)) this.#forget(args[0] as number);
    const callback = prepared.at(-1);
    const opens = /^open(dir)?(Sync)?$/.test(name);
    const note = (opened: Opened): Opened => this.#note(opened, String(args[0]));
    if (opens && typeof callback === 'function') {
      prepared[prepared.length - 1] = (error: unknown, opened: Opened) => {
        const failure = error ?? refusal(() => note(opened));
        (callback as AnyFunction)(failure ?? null, opened);
      };
    }
    const result = work(...prepared);
    if (opens && result instanceof Promise) return result.then(note);
    if (opens && result !== undefined) return note(result as Opened);
    if (/^(watch|createReadStream|createWriteStream)$/.test(name)) this.#noteCloseable(name, result, args[0]);
    return result;
  }

  /** Tracks what was opened. @returns it */
  #note(opened: Opened, path: string): Opened {
    if (typeof opened === 'number') return this.#noteNumber(opened, path);
    return opened instanceof fs.Dir ? this.#noteDirectory(opened, path) : this.#noteHandle(opened, path);
  }

  #noteNumber(file: number, path: string): number {
    const key = {};
    this.#open.add(
      key,
      () => `file ${path}`,
      () => fs.close(file, () => undefined),
    );
    this.#numbers.set(file, key);
    return file;
  }

  #forget(file: number): void {
    const key = this.#numbers.get(file);
    if (key) this.#open.remove(key);
    this.#numbers.delete(file);
  }

  #noteHandle(handle: fs.promises.FileHandle, path: string): fs.promises.FileHandle {
    this.#open.add(
      handle,
      () => `file ${path}`,
      () => void handle.close().catch(() => undefined),
    );
    const close = handle.close.bind(handle);
    handle.close = () => {
      this.#open.remove(handle);
      return close();
    };
    const functions = handle as unknown as Functions;
    for (const name of OF_HANDLES)
      functions[name] = this.#turns.promise(name, (functions[name] as AnyFunction).bind(handle));
    return handle;
  }

  /** Its iterator closes it by Node's own function, and therefore becomes another one. */
  #noteDirectory(directory: fs.Dir, path: string): fs.Dir {
    const close = directory.close.bind(directory) as AnyFunction;
    const closeSync = directory.closeSync.bind(directory);
    const read = directory.read.bind(directory) as AnyFunction;
    this.#open.add(
      directory,
      () => `folder ${path}`,
      () => void (close() as Promise<void>).catch(() => undefined),
    );
    const over = (): void => this.#open.remove(directory);
    const [later, soon] = [this.#turns.callback('read', read), this.#turns.promise('read', read)];
    const entries = async function* (): AsyncGenerator<unknown> {
      try {
        for (let entry = await soon(); entry !== null; entry = await soon()) yield entry;
      } finally {
        over();
        await close();
      }
    };
    return Object.assign(directory, {
      read: (...args: unknown[]) => (typeof args.at(-1) === 'function' ? later : soon)(...args),
      close: (...args: unknown[]) => {
        over();
        return close(...args);
      },
      closeSync: () => {
        over();
        closeSync();
      },
      entries,
      [Symbol.asyncIterator]: entries,
    });
  }

  #noteCloseable(name: string, result: unknown, path: unknown): void {
    const closeable = result as fs.FSWatcher & fs.ReadStream;
    if (typeof closeable.once !== 'function') return;
    this.#open.add(
      closeable,
      () => `${name} of ${String(path)}`,
      () => (name === 'watch' ? closeable.close() : void closeable.destroy()),
    );
    closeable.once('close', () => this.#open.remove(closeable));
  }
}

/** The error with which a callback is called instead. */
function refusal(note: () => unknown): unknown {
  try {
    note();
    return undefined;
  } catch (error) {
    return error;
  }
}
