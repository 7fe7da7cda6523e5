import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../../testing/market-host.ts';
import { demoScripts, marketSuite } from '../../testing/market-suite.ts';
import { controller } from '../../testing/test-packages.ts';

describe('content of a plan', () => {
  const suite = marketSuite(['--app-market.security.mode=warn']);
  const plan = (action: string) => suite.host.call('POST', '/app/install/plan', { appCode: 'demo', action });
  const storage = () => join(suite.host.directory, 'files');
  const stored = async () =>
    (await readdir(storage(), { recursive: true })).filter((name) => name.endsWith('.zip'));

  it('comes from the saved record; the package is not downloaded', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const backend = controller('demo', 'hello 1.1.0');
    await suite.host.publish(
      await suite.workshop.build({ version: '1.1.0', backend, migrations: demoScripts }),
    );
    await suite.host.rows((query) => query.deleteFrom('app_version_content').execute());
    const read = ok(await plan('upgrade'));
    await suite.host.publish(
      await suite.workshop.build({ version: '1.2.0', backend, migrations: demoScripts }),
    );
    const known = ok(await plan('upgrade'));
    expect(known['files']).toEqual(
      JSON.parse(
        JSON.stringify(read['files']).replaceAll('1.1.0', '1.2.0').replaceAll('110abcdef', '120abcdef'),
      ),
    );
    expect(known['scripts']).toEqual([]);
    expect(await stored()).toHaveLength(3);
    await rm(storage(), { recursive: true });
    expect(ok(await plan('upgrade'))).toEqual(known);
  });

  it('warns of pending scripts that this database does not understand, whoever recorded them', async () => {
    const text = 'create table if not exists demo_x (\n  id bigint auto_increment\n);';
    await suite.host.publish(await suite.workshop.build({ migrations: { '01-x.sql': text } }));
    const warnings = (read: Record<string, unknown>) =>
      (read['warnings'] as Array<{ code: string; message: string }>).filter(
        ({ code }) => code === 'MIGRATION_DIALECT',
      );
    const [found, ...more] = warnings(ok(await plan('install')));
    expect(more).toEqual([]);
    expect(found?.message).toMatch(/^01-x\.sql, line 2: AUTO_INCREMENT is syntax of MySQL/);
    await suite.host.rows((query) =>
      query
        .updateTable('app_version_content')
        .set((row) => ({
          content_json: row.fn('replace', ['content_json', row.val('MIGRATION_DIALECT'), row.val('X')]),
        }))
        .execute(),
    );
    expect(warnings(ok(await plan('install')))).toEqual([found]);
  });

  it('checks the signature again under a stricter mode', async () => {
    await suite.host.publish(await suite.workshop.build({ signed: false }));
    expect(ok(await plan('install'))['warnings']).toMatchObject([{ code: 'PACKAGE_UNSIGNED' }]);
    await suite.restart(['--app-market.security.mode=enforce']);
    expect(await plan('install')).toMatchObject({ status: 400, error: 'PACKAGE_UNSIGNED' });
    expect(await suite.host.call('POST', '/app/install', { appCode: 'demo' })).toMatchObject({
      error: 'PACKAGE_UNSIGNED',
    });
  });
});
