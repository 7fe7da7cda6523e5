import type { Dialect } from '@platform/mapper';

/** A script of `migrations/`, as one database gets it. */
export interface ChosenScript {
  /** Name without a dialect, under which the history keeps it: `x.sql`. */
  readonly script: string;
  /** File to run: `x.sql` or `x.mysql.sql`. */
  readonly file: string;
}

const VARIANT = /\.(sqlite|mysql|postgres)\.sql$/;

/**
 * The scripts that a database gets, in the order in which they run: by the bytes of their names.
 *
 * `x.<dialect>.sql` takes the place of `x.sql`; variants for other dialects and files that are no
 * scripts are left out. (spec: L1; design 4.4)
 *
 * @param files names in any order, all of one folder
 */
export function scriptsFor(files: readonly string[], dialect: Dialect): ChosenScript[] {
  const chosen = new Map<string, string>();
  for (const file of files) {
    if (!file.endsWith('.sql')) continue;
    const variant = VARIANT.exec(file)?.[1];
    if (variant !== undefined && variant !== dialect) continue;
    const script = nameOfScript(file);
    if (variant !== undefined || !chosen.has(script)) chosen.set(script, file);
  }
  return [...chosen]
    .map(([script, file]) => ({ script, file }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.script), Buffer.from(b.script)));
}

/** `x.sql` of `x.mysql.sql`: the name that all variants of a script share. */
export const nameOfScript = (file: string): string => file.replace(VARIANT, '.sql');
