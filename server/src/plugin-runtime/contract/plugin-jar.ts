import { basename } from 'node:path';

/** A plugin jar in memory; it is never unpacked to disk. */
export interface PluginJar {
  readonly fileName: string;
  has(entry: string): boolean;
  /** Names of the entries that begin with `prefix`. */
  entries(prefix: string): string[];
  text(entry: string): string | undefined;
  /** Exports of a module that is already evaluated; undefined if the runtime must evaluate it. */
  evaluated?(entry: string): Record<string, unknown> | undefined;
}

/** A jar that was never a file: the output of the development loop. (design 3.10) */
export interface JarInMemory {
  /** The name that the file would have. */
  readonly fileName: string;
  /** Entry → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Modules that a test has imported itself, by entry. */
  readonly evaluated?: ReadonlyMap<string, Record<string, unknown>>;
}

/** Origin of a jar: the path of its file, or its entries. */
export type JarSource = string | JarInMemory;

export const jarFileName = (source: JarSource): string =>
  typeof source === 'string' ? basename(source) : source.fileName;
