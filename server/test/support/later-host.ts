import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { bundleServer } from '../../../scripts/lib/bundle-server.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';

/** Version of the host that `buildLaterHost` makes. */
export const LATER_VERSION = '1.1.0';
/** Its migration, which adds a column to a table that every operation writes. */
export const LATER_MIGRATION = '9000-later';

const migration = `{
  name: '${LATER_MIGRATION}',
  up: (context) => addColumn(context, 'app_task', 'later_note', () => sql\`varchar(40) null\`),
}`;

/** Changes of the next release, by the end of the path of their source. */
const changes: Readonly<Record<string, (source: string) => string>> = {
  'kernel/platform-version.ts': (source) => replaced(source, "'1.0.0'", `'${LATER_VERSION}'`),
  'migrations/versions/index.ts': (source) =>
    [
      "import { sql } from 'kysely';",
      "import { addColumn } from '../add-column.ts';",
      replaced(source, /\n\];/, `\n  ${migration},\n];`),
    ].join('\n'),
};

const nextRelease: Plugin = {
  name: 'next-release',
  setup(context) {
    for (const [end, change] of Object.entries(changes)) {
      const filter = new RegExp(`${end.replaceAll(/[./]/g, '[$&]')}$`);
      context.onLoad({ filter }, async ({ path }) => ({
        contents: change(await readFile(path, 'utf8')),
        loader: 'ts',
      }));
    }
  },
};

/**
 * Builds the host as its next release: another version, and one more migration.
 *
 * @returns its program
 */
export async function buildLaterHost(): Promise<string> {
  const out = inRoot('server/.cache/later-host');
  await bundleServer(out, [nextRelease]);
  return `${out}/lib/main.js`;
}

function replaced(source: string, part: string | RegExp, by: string): string {
  const changed = source.replace(part, () => by);
  if (changed === source) throw new Error(`The sources of the host have no ${String(part)}.`);
  return changed;
}
