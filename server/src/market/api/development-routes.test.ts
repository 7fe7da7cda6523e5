import { describe, expect, it } from 'vitest';
import { MarketHost, ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

const REMOTES = '/platform/development/remotes';
const URL = `${REMOTES}/demo`;
const MANIFEST = '/platform/development/manifests/demo';
const served = { entry: 'http://localhost:5174/index.js', version: '1.1.0', runtimeApi: '^1.0.0' };

describe('frontends under development', () => {
  const suite = marketSuite(['--platform.development=true']);
  const install = async () => {
    await suite.host.publish(await suite.workshop.build());
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
  };
  const apps = async () => ok(await suite.host.call('GET', '/app/runtime/remote-apps'));

  it('design 5.4: replace the installed ones until they are withdrawn, and shells are notified', async () => {
    await install();
    const installed = await apps();
    const abort = new AbortController();
    const response = await suite.host.open('/app/runtime/events', abort.signal);

    const answer = ok(await suite.host.call('PUT', URL, served));
    const entry = expect.stringMatching(/^http:\/\/localhost:5174\/index\.js\?v=\w+$/) as string;
    expect(answer).toEqual({ entry, tenants: 1 });
    const build = expect.stringMatching(/^\w+$/) as string;
    expect(await apps()).toMatchObject([{ ...served, code: 'demo', build, entry }]);

    ok(await suite.host.call('DELETE', URL));
    expect(await apps()).toEqual(installed);
    const told = await readUntil(response, '"build":null');
    abort.abort();
    expect(told).toMatch(/event: developed\ndata: {"appCode":"demo","version":"1\.1\.0","build":"\w+"}/);
    expect(told).toContain('event: developed\ndata: {"appCode":"demo","version":null,"build":null}');
  });

  it('require an address that a browser can load', async () => {
    for (const entry of ['', '/index.js', 'javascript:alert(1)', 'data:text/javascript,1', 'file:///x.js'])
      expect(await suite.host.call('PUT', URL, { entry }), entry).toMatchObject({
        status: 400,
        error: 'REMOTE_ADDRESS_INVALID',
      });
  });

  it('design 5.4: replace the menus by those of a valid manifest; an invalid one changes nothing', async () => {
    const menu = { type: 'C', component: 'remote:demo/list', order: 1 };
    const manifest = (...names: string[]) => ({
      manifest: JSON.stringify({
        code: 'demo',
        name: 'Demo',
        version: '1.0.0',
        assets: { frontend: 'frontend/index.js' },
        menus: names.map((name) => ({ ...menu, key: `demo:${name}`, name, path: name })),
      }),
    });
    await install();
    const shown = async () => JSON.stringify(ok(await suite.host.call('GET', '/system/menu/getRouters')));
    expect(ok(await suite.host.call('PUT', MANIFEST, manifest('first', 'second')))).toMatchObject({
      added: 2,
    });
    expect(await shown()).toMatch(/first.*second/);
    expect(ok(await suite.host.call('PUT', MANIFEST, manifest('second')))).toMatchObject({ removed: 1 });
    expect(await suite.host.call('PUT', MANIFEST, { manifest: '{ "code": ' })).toMatchObject({
      status: 400,
      error: 'DEVELOPED_MANIFEST_INVALID',
    });
    const after = await shown();
    expect(after).toContain('second');
    expect(after).not.toContain('first');
  });

  it('design 5.4: are refused without platform.development, and without a login', async () => {
    expect((await suite.host.call('PUT', URL, served, '')).status).toBe(401);
    expect(ok(await suite.host.call('GET', REMOTES))).toEqual({ development: true });
    const production = await MarketHost.start();
    try {
      for (const [method, url] of [
        ['PUT', URL],
        ['DELETE', URL],
        ['GET', REMOTES],
        ['PUT', MANIFEST],
      ] as const)
        expect((await production.call(method, url, method === 'PUT' ? served : undefined)).status, url).toBe(
          404,
        );
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
