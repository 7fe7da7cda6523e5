import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip } from '@platform/package-format';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkIdempotence } from './check-idempotence.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'idempotence-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let packages = 0;
async function findings(scripts: Record<string, string>): Promise<string[]> {
  const file = join(folder, `${++packages}.zip`);
  const entries = Object.entries(scripts).map(([name, text]) => ({
    name: `migrations/${name}`,
    content: Buffer.from(text),
  }));
  await writeZip(file, [{ name: 'app.json', content: Buffer.from('{}') }, ...entries]);
  const found = await checkIdempotence(file);
  return found.map(({ code, severity, message }) => `${severity} ${code} ${message}`);
}

const TABLE =
  'CREATE TABLE IF NOT EXISTS notes_item (id BIGINT PRIMARY KEY, title VARCHAR(20), seen BIGINT DEFAULT 0);';
const CONFIG = (key: string): string =>
  `INSERT INTO sys_config (config_id, tenant_id, config_key, config_value) SELECT 1, '000000', '${key}', 'x' WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE config_key = '${key}');`;

it('spec: L1/passes scripts that may run twice, also into the tables of the host', async () => {
  expect(
    await findings({
      '01-tables.sql': TABLE,
      '02-seed.sql': `INSERT INTO notes_item (id, title) SELECT 9007199254740993, 'x' WHERE NOT EXISTS (SELECT 1 FROM notes_item);`,
      '03-config.sql': CONFIG('notes.name'),
      '04-other.mysql.sql': 'ALTER TABLE notes_item ENGINE = InnoDB;',
    }),
  ).toEqual([]);
});

it.each([
  [
    'a table that is there',
    { '01-a.sql': 'CREATE TABLE notes_item (id BIGINT);' },
    /^error MIGRATION_NOT_IDEMPOTENT .*01-a\.sql: run a second time, it fails: .*already exists/,
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
    /^warning MIGRATION_UNCHECKED .*on SQLite it fails/,
  ],
])('spec: L1/finds %s', async (_what, scripts, expected) => {
  const [first, ...others] = await findings(scripts);
  expect(first).toMatch(expected);
  expect(others).toEqual([]);
});
