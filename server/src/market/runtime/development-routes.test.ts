import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { MarketHost, ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

const URL = '/platform/development/remotes/demo';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const build = (id: string, files: Record<string, string>) => ({
  build: id,
  files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, base64(text)])),
});
const edited = build('b1', {
  'index.js': 'export const edited = 1;',
  'remote.json': '{"version":"1.1.0","runtimeApi":"^1.0.0"}',
  'icons/a.svg': '<svg/>',
});

describe('frontends that are being developed', () => {
  const suite = marketSuite(['--platform.development=true']);
  const apps = async () => ok(await suite.host.call('GET', '/app/runtime/remote-apps'));
  const developed = (name: string) =>
    readFile(`${suite.host.directory}/developed-remotes/demo/${name}`, 'utf8');

  it('are served in place of what is installed, and announced, until they are withdrawn', async () => {
    await suite.host.publish(await suite.workshop.build());
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const installed = await apps();
    const abort = new AbortController();
    const response = await suite.host.open('/app/runtime/events', abort.signal);

    const entry = '/remote-apps/~development/demo/index.js?v=b1';
    expect(ok(await suite.host.call('PUT', URL, edited))).toEqual({ entry, tenants: 1 });
    expect(await apps()).toMatchObject([{ code: 'demo', version: '1.1.0', build: 'b1', entry }]);
    expect(await developed('index.js')).toBe('export const edited = 1;');
    expect(await developed('icons/a.svg')).toBe('<svg/>');

    ok(await suite.host.call('PUT', URL, build('b2', { 'index.js': 'export const edited = 2;' })));
    expect(await apps()).toMatchObject([{ version: '1.0.0', build: 'b2' }]);
    // A view of the build before may still ask for its files.
    expect(await developed('icons/a.svg')).toBe('<svg/>');

    ok(await suite.host.call('DELETE', URL));
    expect(await apps()).toEqual(installed);
    await expect(developed('index.js')).rejects.toThrow('ENOENT');
    const told = await readUntil(response, '"build":null');
    abort.abort();
    expect(told).toContain('event: developed\ndata: {"appCode":"demo","version":"1.1.0","build":"b1"}');
    expect(told).toContain('event: developed\ndata: {"appCode":"demo","version":null,"build":"b2"}');
  });

  it('lie under their own names, and have an entry', async () => {
    const refusal = { status: 400, error: 'REMOTE_BUILD_INVALID' };
    for (const name of ['../x.js', '/x.js', 'a/../../x.js', '.env', 'a\\b.js', 'a//b.js', ''])
      expect(
        await suite.host.call('PUT', URL, build('b1', { 'index.js': '', [name]: '' })),
        name,
      ).toMatchObject(refusal);
    expect(await suite.host.call('PUT', URL, build('b1', { 'a.js': '' }))).toMatchObject(refusal);
    expect(
      await suite.host.call('PUT', URL, build('b1', { 'index.js': '', 'remote.json': '{' })),
    ).toMatchObject(refusal);
    expect(await suite.host.call('PUT', URL.replace('demo', '..%2fdemo'), edited)).toMatchObject({
      status: 400,
    });
  });

  it('are refused by a host that is not for development, and without a login', async () => {
    expect((await suite.host.call('PUT', URL, edited, '')).status).toBe(401);
    const production = await MarketHost.start();
    try {
      expect((await production.call('PUT', URL, edited)).status).toBe(404);
    } finally {
      await production.close();
    }
  });
});

async function readUntil(response: Response, end: string): Promise<string> {
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (text.includes(end)) break;
  }
  return text;
}
