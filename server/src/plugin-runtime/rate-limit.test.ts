import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HTTP } from '../kernel/index.ts';
import type { Sources } from './testing/plugin-project.ts';
import { TestHost, TOKEN } from './testing/test-host.ts';

const IMPORTS = `
import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { Controller, Get, Post, RateLimit, Type } from '@platform/plugin-sdk/web';
`;
const app = (members: string): Sources => ({
  'a.ts': `${IMPORTS}\n@Controller('/app') export class Api {\n${members}\n}`,
});
const LIMITED = app(`
  calls = 0;
  @Get('/a') @Get('/b') @RateLimit({ perMinute: 2 }) limited() { return ++this.calls; }
  @Get('/open') @AuthIgnore() @RateLimit({ perMinute: 1 }) open() { return 'open'; }
  @Post('/c', { schema: { body: Type.Object({ n: Type.Integer() }) } }) @RateLimit({ perMinute: 1 }) post() { return 1; }
  @Get('/free') free() { return this.calls; }
`);

describe('a route with @RateLimit (design 3.2)', () => {
  let host: TestHost;
  beforeEach(async () => {
    host = await TestHost.start();
  });
  afterEach(() => host.stop());
  const get = (path: string, token: string | undefined = TOKEN) => host.get(path, { token });

  it('answers 429 with Retry-After beyond its limit, without running the method', async () => {
    await host.load('app', '1.0.0', LIMITED);
    expect((await get('/app/a')).status).toBe(200);
    expect((await get('/app/b')).status).toBe(200);
    const response = await fetch(`${host.url}/app/a`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await response.json()).toMatchObject({
      code: 429,
      error: 'RATE_LIMITED',
      msg: 'Too many requests of this user.',
      fix: `Try again in ${seconds} seconds.`,
    });
    expect(await get('/app/free')).toMatchObject({ status: 200, body: { data: 2 } });
  });

  it('counts calls without a login by address, and none that are refused before', async () => {
    await host.load('app', '1.0.0', LIMITED);
    for (let call = 0; call < 3; call++) expect((await fetch(`${host.url}/app/a`)).status).toBe(401);
    expect((await get('/app/a')).status).toBe(200);
    expect((await fetch(`${host.url}/app/open`)).status).toBe(200);
    expect(await (await fetch(`${host.url}/app/open`)).json()).toMatchObject({
      error: 'RATE_LIMITED',
      msg: 'Too many requests from this address.',
    });
    expect((await get('/app/open')).status).toBe(200);
  });

  it('counts with the other hosts, under one name while versions change', async () => {
    const { rates } = host.modules.services.use(HTTP);
    await host.load('app', '1.0.0', LIMITED);
    await get('/app/a');
    const unreported = rates.takeUnreported(10);
    expect(Object.values(unreported)).toEqual([[['user 1', 1]]]);
    rates.receive(unreported);
    expect((await get('/app/a')).status).toBe(429);
    await host.load('app', '1.0.1', LIMITED);
    rates.takeUnreported(10);
    rates.receive({ [Object.keys(unreported)[0] ?? '']: [['user 1', 2]] });
    expect((await get('/app/a')).status).toBe(429);
    await host.runtime.unload('app');
    expect(rates.takeUnreported(10)).toEqual({});
  });

  it('says so in the API document of the application', async () => {
    await host.load('app', '1.0.0', LIMITED);
    const document = JSON.stringify(await apiDocument());
    expect(document).toContain('More than 2 calls of one caller within a minute');
    expect(document).toContain('Retry-After');
  });

  const apiDocument = async (): Promise<unknown> => (await get('/v3/api-docs/app')).body;

  it('refuses a limit that would let nobody in, with its place', async () => {
    await expect(
      host.load('app', '1.0.0', app('@Get() @RateLimit({ perMinute: 0 }) none() {}')),
    ).rejects.toMatchObject({
      code: 'PLUGIN_MODULE_FAILED',
      message: expect.stringContaining('perMinute is 0') as string,
    });
  });
});
