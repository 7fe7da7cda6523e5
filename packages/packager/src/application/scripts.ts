import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZipArchive } from '@platform/package-format';
import type { ScratchKind } from './scratch/scratch-database.ts';

export interface Script {
  /** Entry of the package. */
  readonly entry: string;
  readonly text: string;
}

export const VARIANT = /\.(sqlite|mysql|postgres)\.sql$/;

/** All of a package, in the order in which a host runs them. */
export async function scriptsOf(archive: ZipArchive): Promise<Script[]> {
  const entries = archive.entries.filter(({ name }) => /^migrations\/[^/]+\.sql$/.test(name));
  const scripts = await Promise.all(
    entries.map(async ({ name }) => ({ entry: name, text: (await archive.read(name)).toString('utf8') })),
  );
  return inOrder(scripts);
}

/** Those of a project's folder, in the same order; none where it is not there. */
export function scriptsIn(folder: string): Script[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    return inOrder(names.map((name) => ({ entry: name, text: readFileSync(join(folder, name), 'utf8') })));
  } catch {
    return [];
  }
}

/** The scripts that a database gets: `x.mysql.sql` in the place of `x.sql` on MySQL. */
export function chosenFor(kind: ScratchKind, scripts: readonly Script[]): Script[] {
  const names = new Set(scripts.map(({ entry }) => entry));
  return scripts.filter(({ entry }) => {
    const variant = VARIANT.exec(entry)?.[1];
    return variant === undefined ? !names.has(entry.replace(/\.sql$/, `.${kind}.sql`)) : variant === kind;
  });
}

function inOrder(scripts: Script[]): Script[] {
  const order = ({ entry }: Script): string => entry.replace(VARIANT, '.sql');
  return scripts.sort((a, b) => Buffer.compare(Buffer.from(order(a)), Buffer.from(order(b))));
}
