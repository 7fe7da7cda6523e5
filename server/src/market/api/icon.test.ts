import { expect, it } from 'vitest';
import { marketSuite } from '../testing/market-suite.ts';

const suite = marketSuite();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>';

it('design 16-20: the market returns the icon of a package that is not public', async () => {
  const { host, workshop } = suite;
  const icon = 'frontend/icon.svg';
  await host.publish(await workshop.build({ manifest: { icon }, extra: { [icon]: SVG } }));
  await host.publish(await workshop.build({ code: 'plain' }));
  const ask = (code: string) => host.open(`/app/market/${code}/icon`, new AbortController().signal);
  const answer = await ask('demo');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(await answer.text()).toBe(SVG);
  expect((await ask('plain')).status).toBe(404);
  expect((await ask('absent')).status).toBe(404);
  expect((await host.call('GET', '/app/market/demo/icon', undefined, '')).status).toBe(401);
  expect((await host.call('GET', '/app/catalog/apps/demo/icon', undefined, '')).status).toBe(401);
});
