import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip } from '@platform/package-format';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkDialect } from './check-dialect.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-dialect-'));
});
afterAll(() => rm(folder, { recursive: true }));

const check = async (scripts: Record<string, string>, dialect: 'sqlite' | 'mysql' | 'postgres') => {
  const file = join(folder, 'a.zip');
  const inputs = Object.entries(scripts).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  await writeZip(file, inputs);
  return checkDialect(file, dialect);
};
const ITEMS = 'create table if not exists shop_item (\n  id bigint primary key auto_increment);';

it('warns of a script in the syntax of MySQL, with its line and the variant to add', async () => {
  const [found, ...more] = await check({ 'migrations/01-items.sql': ITEMS }, 'postgres');
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    code: 'MIGRATION_DIALECT',
    severity: 'warning',
    entry: 'migrations/01-items.sql',
    pointer: 'line 2',
    message: expect.stringContaining('line 2: AUTO_INCREMENT is syntax of MySQL, which PostgreSQL') as string,
    fix: 'Write it portably, or add a variant migrations/01-items.postgres.sql.',
  });
});

it('reads the scripts that this database gets', async () => {
  const variant = { 'migrations/01-items.postgres.sql': 'create table if not exists shop_item (id bigint);' };
  expect(await check({ 'migrations/01-items.sql': ITEMS, ...variant }, 'postgres')).toEqual([]);
  expect(await check({ 'migrations/01-items.sql': ITEMS, ...variant }, 'sqlite')).toHaveLength(1);
  expect(await check({ 'migrations/01-items.mysql.sql': ITEMS }, 'sqlite')).toEqual([]);
  expect(await check({ 'migrations/01-items.sql': ITEMS }, 'mysql')).toEqual([]);
});
