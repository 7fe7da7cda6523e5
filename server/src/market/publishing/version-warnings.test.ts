import type { Finding } from '@platform/package-format';
import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('findings: applications 11: warnings of a version', () => {
  const suite = marketSuite();
  const rows = async (appId: number) =>
    (await suite.host.call('GET', `/app/version/list?appId=${appId}`)).rows ?? [];

  it('stay in the console with a hint for each', async () => {
    const permissions = { network: ['api.example.com'] };
    const noted = await suite.host.save(await suite.workshop.build({ manifest: { permissions } }));
    const [version] = await rows(noted.appId);
    const warnings = version?.['warnings'] as Array<Record<string, string>>;
    const asked = warnings.find(({ code }) => code === 'PERMISSIONS_ASKED');
    expect(asked?.['message']).toContain('api.example.com');
    expect(asked?.['fix']).toMatch(/\.$/);
    ok(await suite.host.call('POST', `/app/version/${noted.versionId}/publish`));
    expect((await rows(noted.appId))[0]?.['warnings']).toEqual(warnings);
  });

  it('findings: packages 5: cover a frontend that is not installed, at upload, of the version and in every plan', async () => {
    const CODE = 'ASSET_FRONTEND_FOLDER';
    const file = await suite.workshop.build({
      frontend: null,
      manifest: {
        menus: [],
        assets: { backend: 'backend/platform-demo-plugin-1.0.0.jar', frontend: 'index.js' },
      },
    });
    const found = ok(await suite.host.upload(file))['findings'] as readonly Finding[];
    expect(found.find(({ code }) => code === CODE)).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('no frontend file would be installed') as string,
    });
    const { appId } = await suite.host.publish(file);
    const [version] = await rows(appId);
    expect(version?.['warnings']).toContainEqual(expect.objectContaining({ code: CODE }));
    const plan = { action: 'install', appCode: 'demo' };
    const planned = async () => ok(await suite.host.call('POST', '/app/install/plan', plan))['warnings'];
    expect(await planned()).toContainEqual(expect.objectContaining({ code: CODE }));
    const install = ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const { logText } = ok(await suite.host.call('GET', `/app/task/${String(install['taskId'])}`));
    expect(logText).toContain('no frontend file would be installed');
    const boss = { adminUserName: 'boss', adminPassword: 'Other-password-2!' };
    ok(await suite.host.call('POST', '/system/tenant', { tenantId: 'acme', name: 'acme', ...boss }));
    await suite.host.login('acme', boss.adminUserName, boss.adminPassword);
    expect(await planned()).toContainEqual(expect.objectContaining({ code: CODE }));
  });

  it('findings: applications 12: cover a range that excludes this platform, at upload', async () => {
    const file = await suite.workshop.build({ manifest: { platform: '>=2' } });
    const answer = ok(await suite.host.upload(file));
    const { findings, packageUrl, packageSha256 } = answer as unknown as {
      findings: readonly Finding[];
      packageUrl: string;
      packageSha256: string;
    };
    const [found] = findings.filter(({ code }) => code === 'PLATFORM_RANGE_UNMET');
    expect(found).toMatchObject({ severity: 'warning', pointer: '/platform' });
    expect(found?.message).toContain('>=2 excludes 1.0.0');
    const saved = ok(await suite.host.call('POST', '/app/version', { packageUrl, packageSha256 }));
    const [version] = await rows(saved['appId'] as number);
    // It is true of this host, not of the package: after an upgrade it would lie.
    expect(JSON.stringify(version?.['warnings'] ?? [])).not.toContain('PLATFORM_RANGE_UNMET');
  });
});
