import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ok, type Answer } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import { PublishedCatalog, type PublishedCatalogParts } from './published-catalog.ts';

interface Token {
  readonly tokenId: number;
  readonly token: string;
  readonly tokenPrefix: string;
}

it('names what a version needs of the platform, the shell and others, where it says so', async () => {
  const offer = async (manifest: object) => {
    const version = { version: '1.0.0', signatureState: 'signed', manifestJson: JSON.stringify(manifest) };
    const catalog = new PublishedCatalog({
      listings: { byCode: async () => ({ appCode: 'crm', status: 1, latestVersion: '1.0.0' }) },
      versions: { find: async () => version },
    } as unknown as PublishedCatalogParts);
    const { platform, dependencies, shared, runtimeApi } = await catalog.app('crm');
    return { platform, dependencies, shared, runtimeApi };
  };
  const needs = { dependencies: { base: '*' }, shared: { vue: '^3.0.0' }, runtimeApi: 2 };
  expect(await offer({ platform: '>=1.0.0', ...needs })).toEqual({ platform: '>=1.0.0', ...needs });
  expect(await offer({})).toEqual({ platform: null, dependencies: {} });
});

describe("a publisher's catalog", () => {
  const suite = marketSuite();
  const issue = async (body: Record<string, unknown> = {}): Promise<Token> =>
    ok(
      await suite.host.call('POST', '/app/console/catalog-token', { name: 'Shop floor', ...body }),
    ) as unknown as Token;
  const fetchRaw = (path: string, token?: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${suite.host.url}/app/catalog${path}`, {
      headers: { ...(token === undefined ? {} : { 'x-catalog-token': token }), ...headers },
    });
  const read = async (path: string, token?: string): Promise<Answer> => {
    const response = await fetchRaw(path, token);
    return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status };
  };
  const tokens = async () => (await suite.host.call('GET', '/app/console/catalog-token/list')).rows ?? [];

  it('spec: Errors/catalog token invalid: catalog interface token check failed', async () => {
    const { token, tokenId } = await issue({ expiresInDays: 1 });
    expect((await read('/apps', token)).status).toBe(200);
    const refused = async (given: string | undefined, reason: string) =>
      expect(await read('/apps', given)).toMatchObject({
        status: 401,
        code: 401,
        error: 'CATALOG_TOKEN_INVALID',
        msg: `catalog interface token check failed: ${reason}.`,
      });
    await refused(undefined, 'the token is missing');
    await refused('pct_wrong', 'the token is unknown');
    await refused(`pct_${'x'.repeat(43)}`, 'the token is unknown');
    // A login is no interface token.
    await refused(suite.host.token, 'the token is unknown');
    await suite.host.rows((query) =>
      query.updateTable('app_catalog_token').set({ expire_time: '2024-01-01T00:00:00.000Z' }).execute(),
    );
    await refused(token, 'the token has expired');
    ok(await suite.host.call('POST', `/app/console/catalog-token/${tokenId}/revoke`));
    await refused(token, 'the token was revoked');
  });

  it('spec: Authentication 5, an interface token is shown once, stored as a hash, and listed with its use', async () => {
    const { token, tokenPrefix, tokenId } = await issue({ name: '  Shop floor ' });
    expect(token).toMatch(/^pct_[\w-]{43}$/);
    expect(token.startsWith(tokenPrefix)).toBe(true);
    const [row] = await suite.host.rows((query) =>
      query.selectFrom('app_catalog_token').selectAll().execute(),
    );
    expect(row).toMatchObject({ name: 'Shop floor', issued_by: 'admin', expire_time: null });
    expect(row?.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(await tokens())).not.toContain(token);
    expect(await tokens()).toMatchObject([{ tokenPrefix, lastUsedTime: null, revokedTime: null }]);
    await read('/apps', token);
    expect(await tokens()).toMatchObject([
      { lastUsedTime: expect.any(String) as string, lastUsedIp: '127.0.0.1' },
    ]);
    const first = ok(await suite.host.call('POST', `/app/console/catalog-token/${tokenId}/revoke`));
    const again = ok(await suite.host.call('POST', `/app/console/catalog-token/${tokenId}/revoke`));
    expect(again['revokedTime']).toBe(first['revokedTime']);
    expect(await suite.host.call('POST', '/app/console/catalog-token/1/revoke')).toMatchObject({
      status: 404,
      error: 'CATALOG_TOKEN_NOT_FOUND',
    });
  });

  it('spec: Endpoints/GET /app/catalog: contains listed and published versions only', async () => {
    const { token } = await issue();
    const file = await suite.workshop.build({ migrations: demoScripts, manifest: { platform: '>=1.0.0' } });
    await suite.host.publish(file);
    const second = await suite.host.publish(await suite.workshop.build({ version: '1.1.0' }));
    await suite.host.save(await suite.workshop.build({ version: '1.2.0' }));
    await suite.host.save(await suite.workshop.build({ code: 'secret' }));
    expect(await read('/apps?pageSize=1', token)).toMatchObject({
      total: 1,
      rows: [{ appCode: 'demo', latestVersion: '1.1.0', platform: null, dependencies: {} }],
    });
    expect(await read('/apps?keyword=nothing', token)).toMatchObject({ total: 0, rows: [] });
    expect(ok(await read('/apps/demo', token))).toMatchObject({ name: 'App demo', signatureState: 'signed' });
    const versions = (await read('/apps/demo/versions', token)).rows;
    expect(versions?.map((row) => [row['version'], row['status']])).toEqual([
      ['1.1.0', 1],
      ['1.0.0', 1],
    ]);
    expect(JSON.parse(versions?.[1]?.['manifestJson'] as string)).toMatchObject({ platform: '>=1.0.0' });
    const content = ok(await read('/apps/demo/versions/1.0.0/content', token));
    expect(content['scripts']).toMatchObject([{ name: '01-create-demo-tables.sql' }, {}]);
    expect(await read('/apps/secret', token)).toMatchObject({ status: 404, error: 'APP_NOT_FOUND' });
    expect(await read('/apps/demo/versions/1.2.0/content', token)).toMatchObject({
      error: 'VERSION_NOT_FOUND',
    });
    ok(await suite.host.call('POST', `/app/version/${second.versionId}/deprecate`, { reason: 'Old.' }));
    const after = (await read('/apps/demo/versions', token)).rows;
    expect(after?.map((row) => [row['version'], row['status']])).toEqual([
      ['1.0.0', 1],
      ['1.1.0', 3],
    ]);
  });

  it('returns packages whole and in parts', async () => {
    const { token } = await issue();
    const file = await suite.workshop.build();
    await suite.host.publish(file);
    const bytes = await readFile(file);
    const path = '/packages/demo/1.0.0';
    const whole = await fetchRaw(path, token);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetchRaw(path, token, { range: 'bytes=100-', 'if-range': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-${bytes.length - 1}/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100))).toBe(true);
    const changed = await fetchRaw(path, token, { range: 'bytes=100-', 'if-range': '"other"' });
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
    expect((await fetchRaw(path, token, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await fetchRaw(path)).status).toBe(401);
    expect((await fetchRaw('/packages/demo/9.9.9', token)).status).toBe(404);
  });
});
