import fs from 'node:fs';
import { dirname } from 'node:path';
import { PlatformError } from '../../../kernel/index.ts';
import type { OpenHandles } from '../open-handles.ts';
import { Turns } from '../turns.ts';
import type { FilePaths } from './file-paths.ts';

type AnyFunction = (...args: unknown[]) => unknown;
type Functions = Record<string, unknown>;
type Path = string | URL | Uint8Array;

const words = (text: string): string[] => text.split(/\s+/);
/** Functions whose first argument is a path, each with its `…Sync` and promise variants. */
const ONE_PATH = words(
  `access appendFile chmod chown createReadStream createWriteStream exists lchown lstat lutimes mkdir mkdtemp open
  opendir readdir readFile readlink realpath rm rmdir stat statfs truncate unlink unwatchFile utimes watch watchFile
  writeFile openAsBlob`,
);
const TWO_PATHS = words('copyFile cp link rename symlink');
/** Functions of an open file. */
const OPEN_FILE = words(
  'close fchmod fchown fdatasync fstat fsync ftruncate futimes read readv write writev',
);
const CONSTANTS = words('constants Stats Dirent Dir');

/** Each operation in progress takes a descriptor, and most of its time waits for the disk. */
const MOST_AT_ONCE = 16;

/**
 * `node:fs` for one application: its data folder and the files it has opened there.
 *
 * Functions that no list names do not exist. (design 9.4-19)
 */
export function fsFacade(paths: FilePaths, open: OpenHandles): typeof fs {
  const files = new OpenFiles(open);
  const turns = new Turns(MOST_AT_ONCE);
  const guard = (module: unknown, take: Take): Functions => guarded(module as Functions, paths, files, take);
  const promises = Object.freeze({
    ...guard(fs.promises, (name, call) => turns.promise(name, call)),
    constants: fs.constants,
  });
  return Object.freeze({
    ...Object.fromEntries(CONSTANTS.map((name) => [name, (fs as unknown as Functions)[name]])),
    ...guard(fs, (name, call) => turns.callback(name, call)),
    promises,
  }) as unknown as typeof fs;
}

/** Makes the function of an application from what a call does. */
type Take = (name: string, call: AnyFunction) => AnyFunction;

function guarded(module: Functions, paths: FilePaths, files: OpenFiles, take: Take): Functions {
  const inside = (value: unknown): unknown =>
    typeof value === 'number' ? files.check(value) : isHandle(value) ? value : paths.inside(value as Path);
  const facade: Functions = {};
  const add = (names: readonly string[], prepare: (args: unknown[], name: string) => unknown[]): void => {
    for (const name of names.flatMap((base) => [base, `${base}Sync`])) {
      const work = module[name];
      if (typeof work !== 'function') continue;
      const bound = (work as AnyFunction).bind(module);
      facade[name] = take(name, (...args) => files.opened(name, args, bound, prepare));
    }
  };
  add(ONE_PATH, ([path, ...rest]) => [inside(path), ...rest]);
  add(TWO_PATHS, ([from, to, ...rest], name) => {
    const target = inside(to) as string;
    // A link's target is relative to the link and stays as written.
    if (name.startsWith('symlink')) paths.inside(from as Path, dirname(target));
    return [name.startsWith('symlink') ? from : inside(from), target, ...rest];
  });
  add(OPEN_FILE, ([file, ...rest]) => [files.check(file as number), ...rest]);
  return facade;
}

const isHandle = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'fd' in value && 'stat' in value;

/** Files that one application has opened, by descriptor or as handles. */
class OpenFiles {
  readonly #open: OpenHandles;
  readonly #numbers = new Map<number, object>();

  constructor(open: OpenHandles) {
    this.#open = open;
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
    if (name === 'open' && typeof callback === 'function') {
      prepared[prepared.length - 1] = (error: unknown, file: number) => {
        const failure = error ?? this.#refusal(file, String(args[0]));
        (callback as AnyFunction)(failure ?? null, file);
      };
    }
    const result = work(...prepared);
    if (name === 'openSync') this.#note(result as number, String(args[0]));
    if (name === 'open' && result instanceof Promise) {
      return result.then((handle: fs.promises.FileHandle) => this.#noteHandle(handle, String(args[0])));
    }
    if (/^(watch|createReadStream|createWriteStream)$/.test(name)) this.#noteCloseable(name, result, args[0]);
    return result;
  }

  /** The error with which a callback is called instead. */
  #refusal(file: number, path: string): unknown {
    try {
      this.#note(file, path);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #note(file: number, path: string): void {
    const key = {};
    this.#open.add(
      key,
      () => `file ${path}`,
      () => fs.close(file, () => undefined),
    );
    this.#numbers.set(file, key);
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
    return handle;
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
