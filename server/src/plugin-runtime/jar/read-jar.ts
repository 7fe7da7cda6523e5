import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ZipArchive } from '@platform/package-format';
import { PlatformError, reasonOf } from '../../kernel/index.ts';

/** A plugin jar in memory; it is never unpacked to disk. */
export interface PluginJar {
  readonly fileName: string;
  has(entry: string): boolean;
  /** Names of entries that begin with `prefix`. */
  entries(prefix: string): string[];
  text(entry: string): string | undefined;
  /** Exports of a module that has been evaluated already; undefined for one that is to be. */
  evaluated?(entry: string): Record<string, unknown> | undefined;
}

/** A jar that was never a file: what the development loop has compiled. (design 3.10) */
export interface JarInMemory {
  /** As the file would be called. */
  readonly fileName: string;
  /** Entry → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Modules that a test has imported itself, by entry. */
  readonly evaluated?: ReadonlyMap<string, Record<string, unknown>>;
}

/** Where a jar comes from: the path of its file, or its entries. */
export type JarSource = string | JarInMemory;

export const jarFileName = (source: JarSource): string =>
  typeof source === 'string' ? basename(source) : source.fileName;

/** @throws PLUGIN_JAR_UNREADABLE when the file is missing or no readable archive */
export async function readJar(source: JarSource): Promise<PluginJar> {
  return typeof source === 'string' ? readFromFile(source) : jarOf(source);
}

function jarOf({ fileName, files, evaluated }: JarInMemory): PluginJar {
  const names = [...files.keys()];
  return {
    fileName,
    has: (entry) => files.has(entry),
    entries: (prefix) => names.filter((name) => name.startsWith(prefix)),
    text: (entry) => files.get(entry),
    evaluated: (entry) => evaluated?.get(entry),
  };
}

async function readFromFile(path: string): Promise<PluginJar> {
  const fileName = basename(path);
  try {
    const archive = await ZipArchive.open(await readFile(path));
    const names = archive.entries.map(({ name }) => name).filter((name) => !name.endsWith('/'));
    const contents = await Promise.all(names.map((name) => archive.read(name)));
    const files = new Map(names.map((name, index) => [name, contents[index] ?? Buffer.alloc(0)]));
    return {
      fileName,
      has: (entry) => files.has(entry),
      entries: (prefix) => names.filter((name) => name.startsWith(prefix)),
      text: (entry) => files.get(entry)?.toString('utf8'),
    };
  } catch (cause) {
    const reason = reasonOf(cause);
    throw new PlatformError({
      code: 'PLUGIN_JAR_UNREADABLE',
      status: 422,
      message: `The backend jar ${fileName} cannot be read: ${reason}`,
      fix: 'Deploy or upgrade the application again, so that its jar is placed anew.',
      cause,
    });
  }
}
