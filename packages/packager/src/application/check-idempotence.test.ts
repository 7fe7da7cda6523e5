import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip } from '@platform/package-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTwice } from './check-idempotence.ts';
import { openScratchDatabases, type Servers } from './scratch/open-scratch.ts';
import type { ScratchDatabase } from './scratch/scratch-database.ts';
import type { Script } from './scripts.ts';
import { tryOnDatabases } from './try-on-databases.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'idempotence-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let packages = 0;
async function findings(scripts: Record<string, string>, servers?: Servers): Promise<string[]> {
  const file = join(folder, `${++packages}.zip`);
  const entries = Object.entries(scripts).map(([name, text]) => ({
    name: `migrations/${name}`,
    content: Buffer.from(text),
  }));
  await writeZip(file, [{ name: 'app.json', content: Buffer.from('{}') }, ...entries]);
  const { findings: found } = await tryOnDatabases(file, servers, undefined);
  return found.map(({ code, severity, message }) => `${severity} ${code} ${message}`);
}

const TABLE =
  'CREATE TABLE IF NOT EXISTS notes_item (id BIGINT PRIMARY KEY, title VARCHAR(20), seen BIGINT DEFAULT 0);';
const CONFIG = (key: string): string =>
  `INSERT INTO sys_config (config_id, tenant_id, config_key, config_value) SELECT 1, '000000', '${key}', 'x' WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE config_key = '${key}');`;

it('spec: L1/passes repeatable scripts, also for tables of the host', async () => {
  expect(
    await findings({
      '01-tables.sql': TABLE,
      '02-seed.sql': `INSERT INTO notes_item (id, title) SELECT 9007199254740993, 'x' WHERE NOT EXISTS (SELECT 1 FROM notes_item);`,
      '03-config.sql': CONFIG('notes.name'),
      '04-column.sql':
        'ALTER TABLE notes_item ADD COLUMN IF NOT EXISTS due_date DATE NULL; CREATE INDEX IF NOT EXISTS notes_due ON notes_item (due_date);',
      '05-other.mysql.sql': 'ALTER TABLE notes_item ENGINE = InnoDB;',
    }),
  ).toEqual([]);
});

it('passes a table that is moved to another name', async () => {
  expect(
    await findings({
      '01-tables.sql': TABLE,
      '02-move.sql': `CREATE TABLE IF NOT EXISTS notes_entry (id BIGINT PRIMARY KEY, title VARCHAR(20));
        INSERT INTO notes_entry (id, title) SELECT id, title FROM notes_item i WHERE NOT EXISTS (SELECT 1 FROM notes_entry e WHERE e.id = i.id);
        DROP TABLE IF EXISTS notes_item;`,
    }),
  ).toEqual([]);
});

it.each([
  [
    'a table that is there',
    { '01-a.sql': 'CREATE TABLE notes_item (id BIGINT);' },
    /^error MIGRATION_NOT_IDEMPOTENT .*01-a\.sql: run on SQLite its second run fails: .*already exists/,
  ],
  [
    'rows that come again',
    { '01-a.sql': TABLE, '02-b.sql': `INSERT INTO notes_item (title) VALUES ('x');` },
    /^error MIGRATION_NOT_IDEMPOTENT .*02-b\.sql.*notes_item has 1 more rows/,
  ],
  [
    'rows that change again',
    {
      '01-a.sql': `${TABLE} INSERT OR IGNORE INTO notes_item VALUES (1, 'x', 0); UPDATE notes_item SET seen = seen + 1;`,
    },
    /^warning MIGRATION_NOT_IDEMPOTENT .*changes rows of notes_item/,
  ],
  [
    'scripts for another database',
    { '01-a.sql': 'CREATE TABLE notes_item (id BIGINT) ENGINE = InnoDB;' },
    /^warning MIGRATION_UNCHECKED .*on SQLite it fails: line 1, statement 1 of 1: near "="/,
  ],
  [
    'rows that break their own constraints in the first run',
    {
      '01-a.sql': `${TABLE}\n\n-- the same key twice\nINSERT INTO notes_item (id) VALUES (1);\nINSERT INTO notes_item (id) VALUES (1);`,
    },
    /^error MIGRATION_CONSTRAINT migrations\/01-a\.sql: it fails on an empty SQLite: line 5, statement 3 of 3: UNIQUE constraint failed: notes_item\.id\./,
  ],
])('spec: L1/finds %s', async (_what, scripts, expected) => {
  const [first, ...others] = await findings(scripts);
  expect(first).toMatch(expected);
  expect(others).toEqual([]);
});

const nearby = await openScratchDatabases({});
await Promise.all(nearby.map((database) => database.close()));

describe.each(nearby.filter(({ kind }) => kind !== 'sqlite'))(
  'spec: L1/on a reachable server, $title (design 4.4)',
  ({ kind, title }) => {
    it("passes repeatable scripts and uses the server's variant", async () => {
      expect(
        await findings(
          {
            '01-tables.sql': TABLE,
            '02-seed.sql': `INSERT INTO notes_item (id, title) SELECT 9007199254740993, 'x' WHERE NOT EXISTS (SELECT 1 FROM notes_item);`,
            '03-config.sql': CONFIG('notes.name'),
            '04-other.sql': 'no SQL',
            [`04-other.${kind}.sql`]: 'UPDATE notes_item SET seen = 7;',
            '04-other.sqlite.sql': 'UPDATE notes_item SET seen = 7;',
          },
          {},
        ),
      ).toEqual(
        // The other server gets what is no SQL.
        nearby.length < 3
          ? []
          : [expect.stringMatching(/^warning MIGRATION_UNCHECKED .*04-other\.sql: .* fails: .*/) as string],
      );
    });

    it('finds errors that SQLite tolerates', async () => {
      const found = await findings(
        {
          '01-tables.sql': TABLE,
          [`02-index.sql`]: 'CREATE INDEX IF NOT EXISTS notes_i ON notes_item (id);',
          [`02-index.${kind}.sql`]: 'CREATE INDEX notes_i ON notes_item (id);',
          [`02-index.${kind === 'mysql' ? 'postgres' : 'mysql'}.sql`]: 'SELECT 1;',
        },
        {},
      );
      expect(found).toEqual([
        expect.stringMatching(
          new RegExp(
            `^error MIGRATION_NOT_IDEMPOTENT .*02-index\\.${kind}\\.sql: run on ${title} its second run fails: `,
          ),
        ) as string,
      ]);
    });

    it('leaves nothing on the server', async () => {
      const databases = await openScratchDatabases({});
      const database = databases.find((one) => one.kind === kind);
      expect(await database?.tables()).toEqual([]);
      await database?.run('create table notes_item (id bigint)');
      expect(await database?.tables()).toEqual(['notes_item']);
      await Promise.all(databases.map((one) => one.close()));
    });
  },
);

it('names an unreachable server without its password', async () => {
  const failing = findings({ '01-tables.sql': TABLE }, { mysql: 'mysql://root:secret@127.0.0.1:1' });
  await expect(failing).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    message: expect.not.stringContaining('secret') as string,
  });
});

it('does not take another order of rows for a change of them', async () => {
  let reads = 0;
  const rows = [{ id: 1n }, { id: 2n }];
  const database = {
    ...{ kind: 'postgres', title: 'PostgreSQL', run: async () => undefined },
    tables: async () => ['notes_item'],
    rows: async () => ((reads += 1) % 2 === 0 ? rows.toReversed() : rows),
  } as unknown as ScratchDatabase;
  const scripts = [{ entry: 'migrations/01-a.sql', text: 'select 1;' }] as unknown as Script[];
  expect(await runTwice(database, scripts)).toEqual({ findings: [], migrated: true });
  expect(reads).toBe(2);
});
