import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptsFor, type ZipArchive } from '@platform/package-format';
import type { ScratchKind } from './scratch/scratch-database.ts';

export interface Script {
  /** Entry of the package. */
  readonly entry: string;
  readonly text: string;
}

/** All of a package. */
export async function scriptsOf(archive: ZipArchive): Promise<Script[]> {
  const entries = archive.entries.filter(({ name }) => /^migrations\/[^/]+\.sql$/.test(name));
  return Promise.all(
    entries.map(async ({ name }) => ({ entry: name, text: (await archive.read(name)).toString('utf8') })),
  );
}

/** Those of a project's folder; none where it is not there. */
export function scriptsIn(folder: string): Script[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({ entry: name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** The scripts that a database gets, in the order in which a host runs them. */
export function chosenFor(kind: ScratchKind, scripts: readonly Script[]): Script[] {
  const byEntry = new Map(scripts.map((script) => [script.entry, script]));
  return scriptsFor([...byEntry.keys()], kind).flatMap(({ file }) => byEntry.get(file) ?? []);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
