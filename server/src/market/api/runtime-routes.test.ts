import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('requests of shells', () => {
  const suite = marketSuite();

  it('notifies open shells of changes', async () => {
    await suite.host.publish(await suite.workshop.build());
    const abort = new AbortController();
    const response = await suite.host.open('/app/runtime/events', abort.signal);
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    for (const action of ['disable', 'enable']) {
      ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/${action}`));
    }
    ok(await suite.host.call('POST', '/system/message', { to: 'tenant', title: 'Hello' }));
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      if (/event: disabled.*event: enabled/s.test(text) && text.includes('event: notice')) break;
    }
    abort.abort();
    expect(text).toContain('event: installed\ndata: {"appCode":"demo","version":"1.0.0"}');
  });

  it("spec: Endpoints/GET /app/runtime/remote-apps: sends the frontend's part of the manifest with the entry", async () => {
    const manifest = { icon: 'Box', shared: { vue: '^3.5.0' }, runtimeApi: '^1.0.0' };
    await suite.host.publish(await suite.workshop.build({ manifest }));
    await suite.host.publish(await suite.workshop.build({ code: 'back', frontend: null }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'back' }));
    expect(ok(await suite.host.call('GET', '/app/runtime/remote-apps'))).toEqual([
      {
        code: 'demo',
        name: 'App demo',
        version: '1.0.0',
        entry: '/remote-apps/demo/index.js?v=1.0.0',
        ...manifest,
      },
    ]);
    expect(ok(await suite.host.call('GET', '/app/runtime/enabled-apps'))).toEqual(['back', 'demo']);
  });

  it('shows the menus of enabled applications only', async () => {
    await suite.host.publish(await suite.workshop.build());
    const keys = async (): Promise<string> =>
      JSON.stringify(ok(await suite.host.call('GET', '/system/menu/getRouters')));
    expect(await keys()).not.toContain('demo:item');
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    expect(await keys()).toContain('"component":"remote:demo/list"');
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/disable`));
    expect(await keys()).not.toContain('demo:item');
  });
});
