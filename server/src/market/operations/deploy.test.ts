import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppVersion } from '../records/version-store.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import { Deploy, type DeployDependencies } from './deploy.ts';
import type { Journal } from './journal.ts';

describe('deploying', () => {
  const suite = marketSuite();

  it('spec: States/ordering rule; L4; States/deploy; Endpoints/POST /app/version/{versionId}/deploy; Deploy report', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const later = {
      ...demoScripts,
      '03-more.sql': 'create table if not exists demo_more (id bigint primary key);',
    };
    const { versionId } = await suite.host.publish(
      await suite.workshop.build({ version: '1.1.0', migrations: later }),
    );
    const report = ok(await suite.host.call('POST', `/app/version/${versionId}/deploy`));
    expect(report).toMatchObject({
      hotLoaded: true,
      restartRequired: false,
      staleJars: ['platform-demo-plugin-1.0.0.jar'],
      activeJar: 'platform-demo-plugin-1.1.0.jar',
      migrationCount: 3,
      releasedCount: 3,
    });
    expect(await suite.greeting()).toBe('hello 1.1.0');
    const scripts = () =>
      suite.host.rows((query) => query.selectFrom('app_schema_history').select('script').execute());
    expect(await scripts()).toHaveLength(2);
    const id = await suite.installId();
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([{ version: '1.0.0' }]);
    ok(await suite.host.call('POST', `/app/install/${id}/disable`));
    expect(await suite.host.call('GET', '/demo/greet')).toMatchObject({ status: 403, error: 'APP_DISABLED' });
    const refused = await suite.host.call('POST', `/app/install/${id}/enable`);
    expect(refused).toMatchObject({ status: 409, error: 'APP_BACKEND_NOT_LOADED' });
    expect(refused.fix).toContain('Upgrade');
    ok(await suite.host.call('POST', `/app/install/${id}/upgrade`));
    expect(await scripts()).toHaveLength(3);
    ok(await suite.host.call('POST', `/app/install/${id}/enable`));
    expect(await suite.greeting()).toBe('hello 1.1.0');
  });
});

it('removes the folder of its download at the end', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'deploy-'));
  const source = { fetch: async () => ({ isStored: true }) };
  const dependencies = { packages: { source, tempDir } } as unknown as DeployDependencies;
  const version = { appCode: 'demo', version: '1.0.0' } as AppVersion;
  const deploy = new Deploy(dependencies, version, { tenantId: '000000', actor: null, severalHosts: false });
  await deploy.steps.find(({ name }) => name === 'download')?.run({ taskId: 1 } as TaskWork<Journal>);
  expect(await readdir(tempDir)).toEqual(['task-1']);
  await deploy.cleanUp();
  expect(await readdir(tempDir)).toEqual([]);
  await rm(tempDir, { recursive: true });
});
