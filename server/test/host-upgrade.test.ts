import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '@platform/cli';
import { createHost, type Host } from '../src/host.ts';
import { hostMigrations, migrateHost, openDatabase } from '../src/data/index.ts';
import { byHand, type ByHand } from '../src/data/testing/by-hand.ts';
import { describeDatabases } from '../src/data/testing/databases.ts';
import { diagnose } from '../src/cli/doctor.ts';
import { loadConfig, silentLogger, systemClock, type PlatformConfig } from '../src/kernel/index.ts';
import { PasswordHasher } from '../src/system/index.ts';
import { testServices } from '../src/system/testing/test-services.ts';

/** The schema of the first release: everything later versions add is missing. */
const FIRST_SCHEMA = hostMigrations.slice(0, 5);
const PASSWORD = 'Kept-since-then-1!';

await describeDatabases('spec: V8: a database of the first version', ['postgres'], (place) => {
  const { name, args } = place;
  const data = mkdtempSync(join(tmpdir(), 'host-upgrade-'));
  let config: PlatformConfig;
  let hand: ByHand;
  let host: Host | undefined;

  beforeAll(async () => {
    config = loadConfig({
      directories: [],
      env: {},
      args: [
        '--server.port=0',
        '--frontend.port=0',
        `--platform.data-dir=${data}`,
        '--management.password=own-Password-7',
        ...args,
      ],
    }).config;
    const database = await openDatabase(place.config, {
      logger: silentLogger,
      clock: systemClock,
      waitMs: 0,
    });
    await migrateHost(database, FIRST_SCHEMA, systemClock, silentLogger);
    await database.close();
    hand = byHand(place.config);
    const yes = name === 'sqlite' ? '1' : 'true';
    const hash = await new PasswordHasher().hash(PASSWORD);
    for (const statement of [
      `insert into sys_tenant (tenant_code, name, status) values ('000000', 'Old company', 1)`,
      `insert into sys_user (user_id, tenant_id, user_name, nick_name, password_hash, password_changed_at, status)
         values (1, '000000', 'admin', 'Anna', '${hash}', '2025-01-01 00:00:00', 1)`,
      `insert into sys_role (role_id, tenant_id, role_name, role_key, is_super, status)
         values (2, '000000', 'Super administrator', 'admin', ${yes}, 1)`,
      `insert into sys_user_role (user_id, role_id) values (1, 2)`,
      `insert into sys_menu (menu_id, menu_key, parent_id, menu_name, menu_type, path, order_num, status)
         values (3, 'host:system', 0, 'Our own name', 'M', 'system', 7, 1)`,
      `insert into sys_config (config_id, tenant_id, config_key, config_value)
         values (4, '000000', 'platform.init.version', '1.0.0')`,
      `insert into sys_config (config_id, tenant_id, config_key, config_value, config_category)
         values (5, '000000', 'shop.greeting', 'Good day', 'shop')`,
      `insert into sys_config (config_id, tenant_id, config_key, config_value, config_category)
         values (6, '000000', 'shop.key', 'Quokka-55', 'shop.private')`,
    ])
      await hand.change(statement, []);
  });
  afterAll(async () => {
    await host?.stop();
    await hand.close();
    rmSync(data, { recursive: true, force: true });
  });

  it('is examined by doctor, which changes nothing and names what the start will do', async () => {
    const { findings } = await diagnose(config);
    const of = (check: string) => findings.filter((finding) => finding.check === check);
    expect(of('schema')).toMatchObject([
      {
        severity: 'warning',
        state: 'pending',
        facts: { count: String(hostMigrations.length - FIRST_SCHEMA.length) },
      },
    ]);
    expect(of('database')).toMatchObject([{ severity: 'ok' }]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const [row] = await hand.select('select count(*) as n from sys_migration', []);
    expect(Number(row?.['n'])).toBe(FIRST_SCHEMA.length);
  });

  it('comes up with this host: data is kept, menus and columns are added, secrets are sealed', async () => {
    host = await createHost(config, silentLogger, testServices());
    const api = new ApiClient(host.gateway.api.url);
    await api.login('admin', PASSWORD);
    const rows = await hand.select('select name from sys_migration order by name', []);
    expect(rows.map((row) => row['name'])).toEqual(hostMigrations.map((migration) => migration.name));
    const menus = await hand.select('select menu_key, menu_name, order_num from sys_menu', []);
    expect(menus).toContainEqual({ menu_key: 'host:system', menu_name: 'Our own name', order_num: 7 });
    const keys = menus.map((menu) => String(menu['menu_key']));
    expect(keys).toEqual(expect.arrayContaining(['host:doctor', 'host:logs']));
    const settings = await hand.select(
      "select config_key, config_value from sys_config where config_key like 'shop.%'",
      [],
    );
    expect(settings).toContainEqual({ config_key: 'shop.greeting', config_value: 'Good day' });
    expect(JSON.stringify(settings)).not.toContain('Quokka-55');
    const users = await api.get<Array<{ userName: string; nickName: string }>>('/system/user/list');
    expect(users).toMatchObject([{ userName: 'admin', nickName: 'Anna' }]);
  });

  it('then is as doctor wants it, and starts again without a change', async () => {
    await host?.stop();
    host = undefined;
    const before = (await hand.select('select menu_key from sys_menu', [])).length;
    const { findings } = await diagnose(config);
    expect(findings.find(({ check }) => check === 'schema')).toMatchObject({ severity: 'ok' });
    host = await createHost(config, silentLogger, testServices());
    expect(await hand.select('select menu_key from sys_menu', [])).toHaveLength(before);
  });

  it('of a later version is served too, until one says that this host is too old; doctor says so before', async () => {
    await host?.stop();
    host = undefined;
    const schema = async () => (await diagnose(config)).findings.find(({ check }) => check === 'schema');
    await hand.change(
      "insert into sys_migration (name, executed_at) values ('9999-later', '2026-01-01 00:00:00')",
      [],
    );
    expect(await schema()).toMatchObject({ severity: 'warning', state: 'later' });
    host = await createHost(config, silentLogger, testServices());
    await host.stop();
    host = undefined;
    await hand.change(
      "update sys_config set config_value = '9999-later' where config_key = 'platform.schema.min'",
      [],
    );
    expect(await schema()).toMatchObject({ severity: 'error', state: 'newer' });
    await expect(createHost(config, silentLogger, testServices())).rejects.toMatchObject({
      code: 'DATABASE_NEWER',
      message: expect.stringContaining('9999-later') as string,
    });
  });
});
