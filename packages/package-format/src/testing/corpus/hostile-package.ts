import { jarOf, JAR, type PackageChange } from '../package-builder.ts';
import type { RawEntry } from '../raw-zip.ts';

/** One kind of package that no host may take. */
export interface HostilePackage extends PackageChange {
  /** Unique in the corpus; the file's name there. */
  readonly name: string;
  /** Code of the finding that refuses it; there may be others. */
  readonly code: string;
  /** Name that it is uploaded under; default `hello-1.0.0.zip`. */
  readonly fileName?: string;
}

/** Changes an entry of the good package. */
export const edit =
  (name: string, change: Partial<RawEntry>) =>
  (entries: RawEntry[]): RawEntry[] =>
    entries.map((entry) => (entry.name === name ? { ...entry, ...change } : entry));

export const withFile = (name: string, content: string | Buffer = 'x'): PackageChange => ({
  files: { [name]: content },
});

/** A large file that is stored as it is: to compress it takes longest of all. */
export const withLarge = (name: string, content: string): PackageChange => ({
  files: { [name]: content },
  entries: edit(name, { method: 0 }),
});

export const withEntry = (entry: RawEntry): PackageChange => ({ extra: [entry] });

export const withJar = (change: Record<string, string | Buffer | undefined>): PackageChange => ({
  files: { [JAR]: jarOf(change) },
});
