import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Dialect } from '../../data/index.ts';
import { testDatabase } from '../../data/testing/kept-databases.ts';
import type { TestDatabase } from '../../data/testing/servers.ts';
import { MarketHost } from './market-host.ts';
import { PackageWorkshop } from './test-packages.ts';

const TABLE =
  'create table if not exists demo_item (id bigint primary key, tenant_id varchar(20), title varchar(50));';
const SEED =
  "insert into demo_item (id, tenant_id, title) select 1, '000000', 'one' from (select 1 as x) as t where not exists (select 1 from demo_item where id = 1);";

/** Scripts of the application `demo`: a table with one row. */
export const demoScripts: Readonly<Record<string, string>> = {
  '01-create-demo-tables.sql': TABLE,
  '02-create-demo-seed-data.sql': SEED,
};

/** A host per test, with helpers for the application `demo`. */
export class MarketSuite {
  host!: MarketHost;
  workshop!: PackageWorkshop;

  pluginDir(...path: string[]): string {
    return join(this.host.directory, 'plugins-dist', ...path);
  }

  frontendDir(...path: string[]): string {
    return join(this.host.directory, 'remote-apps', 'demo', ...path);
  }

  async jars(): Promise<string[]> {
    return (await readdir(this.pluginDir())).filter((name) => name.endsWith('.jar'));
  }

  activePlugins(): Promise<string> {
    return readFile(this.pluginDir('active-plugins.txt'), 'utf8');
  }

  /** Files that operations may leave, to compare before and after. */
  async disk(): Promise<string[]> {
    const files = await readdir(this.host.directory, { recursive: true });
    return files.filter((name) => /^(plugins-dist|remote-apps|temp)/.test(name)).sort();
  }

  async greeting(): Promise<unknown> {
    return (await this.host.call('GET', '/demo/greet')).data;
  }

  async installId(appCode = 'demo'): Promise<number> {
    const rows = (await this.host.call('GET', '/app/install/list')).rows ?? [];
    return rows.find((row) => row['appCode'] === appCode)?.['installId'] as number;
  }

  async restart(args: readonly string[] = [], revokedKeys: readonly string[] = []): Promise<void> {
    await this.host.stop();
    this.host = await MarketHost.start(args, this.host.directory, revokedKeys);
  }
}

/**
 * Declares the hooks of a suite in which each test has its own host and database.
 *
 * @param on dialect of the database; default: an SQLite file in the host's folder
 */
export function marketSuite(args: readonly string[] = [], on?: Dialect): MarketSuite {
  const suite = new MarketSuite();
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    suite.workshop = await PackageWorkshop.open();
  });
  afterAll(() => suite.workshop.close());
  beforeEach(async () => {
    database = on && (await testDatabase(on, 'host'));
    suite.host = await MarketHost.start([...args, ...(database?.args ?? [])]);
  });
  afterEach(async () => {
    await suite.host.close();
    await database?.drop();
  });
  return suite;
}
