import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('findings: applications 11: warnings of a version', () => {
  const suite = marketSuite();
  const rows = async (appId: number) =>
    (await suite.host.call('GET', `/app/version/list?appId=${appId}`)).rows ?? [];

  it('are told in the console as long as it is kept, each with what to do', async () => {
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
});
