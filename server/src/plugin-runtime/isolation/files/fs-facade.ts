import fs from 'node:fs';
import { dirname } from 'node:path';
import type { OpenHandles } from '../open-handles.ts';
import { Turns } from '../turns.ts';
import { words } from '../words.ts';
import type { FilePaths } from './file-paths.ts';
import { OpenFiles } from './open-files.ts';
import type { AnyFunction } from '../any-function.ts';

type Functions = Record<string, unknown>;
type Path = string | URL | Uint8Array;

/** Functions whose first argument is a path, each with its `…Sync` and promise variants. */
const ONE_PATH = words(
  `access appendFile chmod chown createReadStream createWriteStream exists lchown lstat lutimes mkdir mkdtemp open
  opendir readdir readFile readlink realpath rm rmdir stat statfs truncate unlink unwatchFile utimes watch watchFile
  writeFile openAsBlob`,
);
/** Those that open their first path in a thread. */
const OPENING =
  /^(appendFile|copyFile|create(Read|Write)Stream|open|openAsBlob|readFile|truncate|writeFile)$/;
const TWO_PATHS = words('copyFile cp link rename symlink');
/** Functions of an open file. */
const OPEN_FILE = words(
  'close fchmod fchown fdatasync fstat fsync ftruncate futimes read readv write writev',
);
const OF_STREAMS = ['open', 'close', 'read', 'write', 'writev', 'fsync'] as const;
const CONSTANTS = words('constants Stats Dirent Dir');

/** Each operation in progress takes a descriptor, and most of its time waits for the disk. */
const MOST_AT_ONCE = 16;

/**
 * `node:fs` for one application: its data folder and the files it has opened there.
 *
 * Functions that no list names do not exist. (design 9.4-19)
 */
export function fsFacade(paths: FilePaths, open: OpenHandles): typeof fs {
  const turns = new Turns(MOST_AT_ONCE);
  const files = new OpenFiles(open, turns);
  const streams = Object.fromEntries(
    OF_STREAMS.map((name) => [name, turns.callback(name, fs[name] as AnyFunction)]),
  );
  const guard = (module: unknown, take: Take): Functions =>
    guarded(module as Functions, { paths, files, streams }, take);
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

interface Guards {
  readonly paths: FilePaths;
  readonly files: OpenFiles;
  /** Functions that streams of files use. */
  readonly streams: Functions;
}

function guarded(module: Functions, { paths, files, streams }: Guards, take: Take): Functions {
  const inside = (value: unknown, name = ''): unknown => {
    if (typeof value === 'number') return files.check(value);
    if (isHandle(value)) return value;
    const path = paths.inside(value as Path);
    return OPENING.test(name) ? files.openable(path) : path;
  };
  const facade: Functions = {};
  const add = (names: readonly string[], prepare: (args: unknown[], name: string) => unknown[]): void => {
    for (const name of names.flatMap((base) => [base, `${base}Sync`])) {
      const work = module[name];
      if (typeof work !== 'function') continue;
      const bound = (work as AnyFunction).bind(module);
      facade[name] = take(name, (...args) => files.opened(name, args, bound, prepare));
    }
  };
  add(ONE_PATH, ([path, ...rest], name) => [
    inside(path, name),
    ...(isStream(name) ? [withFunctions(rest[0], streams)] : rest),
  ]);
  add(TWO_PATHS, ([from, to, ...rest], name) => {
    const target = inside(to) as string;
    // A link's target is relative to the link and stays as written.
    if (name.startsWith('symlink')) paths.inside(from as Path, dirname(target));
    return [name.startsWith('symlink') ? from : inside(from, name), target, ...rest];
  });
  add(OPEN_FILE, ([file, ...rest]) => [files.check(file as number), ...rest]);
  return facade;
}

const isStream = (name: string): boolean => /^create.*Stream$/.test(name);

/** The options of a stream; one of a handle uses the methods of that. */
function withFunctions(options: unknown, streams: Functions): Functions {
  const own = typeof options === 'string' ? { encoding: options } : (options as Functions | undefined);
  return isHandle(own?.['fd']) ? { ...own } : { fs: streams, ...own };
}

const isHandle = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'fd' in value && 'stat' in value;
