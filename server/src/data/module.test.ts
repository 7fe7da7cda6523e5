import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger, startModules } from '../kernel/index.ts';
import { testConfig } from '../kernel/testing/config.ts';
import { DATABASE } from './database.ts';
import { IDS } from './ids/ids.ts';
import { dataModule } from './module.ts';
import { placeMigratedDatabase } from './testing/migrated-file.ts';

const SECRET = 'Zebra-7-xylophone';
const insert = `insert into sys_config (config_id, tenant_id, config_key, config_value, config_category)`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'data-module-'));
  await placeMigratedDatabase(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const start = () => startModules([dataModule], testConfig({ 'platform.data-dir': directory }), silentLogger);
const endings = async (host: Awaited<ReturnType<typeof start>>): Promise<unknown[]> => {
  const { rows } = await host.services
    .use(DATABASE)
    .raw('select ended from sys_node_number order by beat_ms');
  return rows.map(({ ended }) => ended);
};

it('gives out identifiers, and releases their node numbers at its end', async () => {
  const first = await start();
  const ids = first.services.use(IDS);
  const made = ids.next();
  expect(made).toBeGreaterThan(0);
  const held = (await endings(first)).length;
  await first.dispose();
  const second = await start();
  expect((await endings(second)).slice(0, held).every(Boolean)).toBe(true);
  expect(second.services.use(IDS).next()).toBeGreaterThan(made);
  await second.dispose();
});

it('encrypts at its start what is stored in plain text, and leaves no copy in its files', async () => {
  const first = await start();
  const database = first.services.use(DATABASE);
  for (let id = 1; id <= 20; id += 1) {
    const values = [id, 'acme', `mail.key${id}`, SECRET.repeat(id * 40), 'mail.private'];
    await database.raw(`${insert} values (?, ?, ?, ?, ?)`, values);
  }
  await database.raw('delete from sys_config where config_id between 16 and 20');
  await first.dispose();
  const second = await start();
  const { rows } = await second.services
    .use(DATABASE)
    .raw('select config_value from sys_config where config_id = 15');
  expect(String(rows[0]?.['config_value'])).not.toContain(SECRET);
  await second.dispose();
  for (const name of (await readdir(directory)).filter((file) => file.startsWith('platform.db'))) {
    expect((await readFile(join(directory, name))).includes(SECRET), name).toBe(false);
  }
});
