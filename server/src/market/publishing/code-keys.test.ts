import { describe, expect, it } from 'vitest';
import { ok, type Answer } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import type { PackageSpec } from '../testing/test-packages.ts';

describe('ownership of a code by its first publishing key (design 9.7-56)', () => {
  const suite = marketSuite();

  const save = async (spec: PackageSpec, confirmKey?: string): Promise<Answer> => {
    const { packageUrl, packageSha256 } = ok(await suite.host.upload(await suite.workshop.build(spec)));
    const body = { packageUrl, packageSha256, ...(confirmKey ? { confirmKey } : {}) };
    return suite.host.call('POST', '/app/version', body);
  };
  const publish = (saved: Answer) =>
    suite.host.call('POST', `/app/version/${String(ok(saved)['versionId'])}/publish`);
  const newKeyOf = ({ details }: Answer): string => (details as { keyId: string }).keyId;

  it('refuses another trusted key until an operator confirms it; then both may publish', async () => {
    ok(await publish(await save({})));
    const refused = await save({ version: '1.1.0', otherKey: true });
    expect(refused).toMatchObject({
      status: 409,
      error: 'PACKAGE_KEY_CHANGED',
      details: { appCode: 'demo' },
    });
    expect((await save({ version: '1.1.0', otherKey: true }, '0123456789abcdef')).error).toBe(
      'PACKAGE_KEY_CHANGED',
    );
    ok(await publish(await save({ version: '1.1.0', otherKey: true }, newKeyOf(refused))));
    ok(await publish(await save({ version: '1.2.0', otherKey: true })));
    ok(await publish(await save({ version: '1.3.0' })));
    const keys = await suite.host.rows((query) => query.selectFrom('app_code_key').selectAll().execute());
    expect(keys.map((key) => [key.app_code, key.confirmed_by])).toEqual([
      ['demo', null],
      ['demo', 'admin'],
    ]);
  });

  it('outlasts the application', async () => {
    const saved = await save({});
    ok(await publish(saved));
    ok(await suite.host.call('POST', `/app/version/${String(ok(saved)['versionId'])}/unlist`));
    ok(await suite.host.call('DELETE', `/app/console/${String(ok(saved)['appId'])}`));
    expect((await save({ otherKey: true })).error).toBe('PACKAGE_KEY_CHANGED');
    ok(await save({}));
  });

  it('starts with publishing, not with saving', async () => {
    const first = await save({});
    const second = await save({ version: '1.1.0', otherKey: true });
    ok(await publish(second));
    expect((await publish(first)).error).toBe('PACKAGE_KEY_CHANGED');
  });
});
