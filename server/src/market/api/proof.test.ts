import { describe, expect, it } from 'vitest';
import { ok, type Answer } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('design 16-19: requests that need a fresh proof', () => {
  const suite = marketSuite();

  /** Logs in, long ago. */
  const stale = async (): Promise<void> => {
    await suite.host.login('000000');
    const long = new Date(Date.now() - 15 * 60_000 - 1000).toISOString();
    await suite.host.rows((query) => query.updateTable('sys_session').set({ proved_at: long }).execute());
  };
  const needed = async (answer: Promise<Answer>) =>
    expect(await answer).toMatchObject({ status: 403, error: 'PROOF_NEEDED' });
  const prove = (password = 'Test-password-1!') => suite.host.call('POST', '/auth/proof', { password });

  it('issuing a catalog token; a proof replaces an old login, a wrong password does not', async () => {
    const issue = () => suite.host.call('POST', '/app/console/catalog-token', { name: 'other' });
    ok(await issue());
    await stale();
    await needed(issue());
    expect(await prove('wrong')).toMatchObject({
      ...{ status: 400, error: 'PROOF_FAILED', details: { field: 'password' } },
    });
    await needed(issue());
    expect(ok(await prove())).toEqual({ validSeconds: 900 });
    ok(await issue());
  });

  it('a proof is valid for its own session only', async () => {
    await stale();
    const unproved = suite.host.token;
    await suite.host.login('000000');
    ok(await prove());
    const body = { name: 'other' };
    await needed(suite.host.call('POST', '/app/console/catalog-token', body, unproved));
  });

  it('full removal and confirmation of a key, but no plain removal or other request', async () => {
    await suite.host.publish(await suite.workshop.build({}));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await stale();
    const id = await suite.installId();
    await needed(suite.host.call('DELETE', `/app/install/${id}?dropData=true&confirm=demo`));
    const version = { packageUrl: 'oss://1', packageSha256: 'a'.repeat(64) };
    await needed(suite.host.call('POST', '/app/version', { ...version, confirmKey: '0123456789abcdef' }));
    expect((await suite.host.call('POST', '/app/version', version)).error).not.toBe('PROOF_NEEDED');
    ok(await suite.host.call('DELETE', `/app/install/${id}`));
  });
});
