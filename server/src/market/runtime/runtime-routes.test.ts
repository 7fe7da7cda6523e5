import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('what shells ask', () => {
  const suite = marketSuite();

  it('tells open shells what changed', async () => {
    await suite.host.publish(await suite.workshop.build());
    const abort = new AbortController();
    const response = await suite.host.open('/app/runtime/events', abort.signal);
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/disable`));
    const reader = response.body!.getReader();
    let text = '';
    while (!text.includes('event: disabled')) {
      text += new TextDecoder().decode((await reader.read()).value);
    }
    abort.abort();
    expect(text).toContain('event: installed\ndata: {"appCode":"demo","version":"1.0.0"}');
  });
});
