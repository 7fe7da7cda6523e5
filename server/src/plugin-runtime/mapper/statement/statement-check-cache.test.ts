import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../data/index.ts';
import { StatementCheckCache } from './statement-check-cache.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checks-'));
  file = join(folder, 'checks.json');
});
afterEach(() => rm(folder, { recursive: true }));

const databaseOf = (dialect: string, ...columns: string[]): Database =>
  ({
    dialect,
    tableColumns: async () =>
      new Map([
        ['shop_item', columns],
        ['other', [dialect]],
      ]),
  }) as never;

it('design 16-2: asks anew for another text, dialect or table that is named', async () => {
  const cache = new StatementCheckCache(file);
  const keyOf = (text: string, database: Database) => cache.keyFor([text], database);
  const text = 'select * from Shop_Item';
  const keys = await Promise.all([
    keyOf(text, databaseOf('sqlite', 'id')),
    keyOf(text, databaseOf('mysql', 'id')),
    keyOf(text, databaseOf('sqlite', 'id', 'title')),
    keyOf(`${text} where id = 1`, databaseOf('sqlite', 'id')),
  ]);
  expect(new Set(keys).size).toBe(4);
  expect(await keyOf(text, databaseOf('sqlite', 'id'))).toBe(keys[0]);
});

it('design 16-2: knows across restarts what passed, and nothing of a broken file', async () => {
  await writeFile(file, '{"crm":');
  const cache = new StatementCheckCache(file);
  expect(await cache.has('crm', 'k1')).toBe(false);
  await Promise.all([cache.add('crm', 'k1'), cache.add('shop', 'k2')]);
  const next = new StatementCheckCache(file);
  expect([await next.has('crm', 'k1'), await next.has('shop', 'k2'), await next.has('crm', 'k2')]).toEqual([
    true,
    true,
    false,
  ]);
});
