import { uniqueNamesMark } from '@platform/remote-app/host';
import { afterEach, describe, expect, it } from 'vitest';
import { createStyleLoader } from './style-loader.ts';

const address = 'http://localhost:3000/remote-apps/hello/style-1.css';
const load = async (fetch: () => Promise<Response>) => {
  const styles = createStyleLoader({ fetch, warn: () => {} });
  return styles.place('hello', await styles.fetch('hello', address), address);
};
const css =
  (body: string, status = 200, type = 'text/css') =>
  async () =>
    new Response(body, { status, headers: { 'content-type': type, 'x-request-id': 'req-5' } });
const sheets = () => [...document.head.querySelectorAll('style[data-remote="hello"]')];

afterEach(() => {
  document.head.innerHTML = '';
});

describe('styles of a remote', () => {
  it('design 9.7-48: get unique names here, unless the preset has marked them as unique', async () => {
    const sheet = '@keyframes spin { from { opacity: 0 } }';
    const names = () => sheets().map(({ textContent }) => /@keyframes ([-\w]+)/.exec(textContent ?? '')?.[1]);
    await load(css(sheet));
    await load(css(`${uniqueNamesMark('hello')}${sheet}`));
    await load(css(`${uniqueNamesMark('other')}${sheet}`));
    expect(names()).toEqual(['hello--spin', 'spin', 'hello--spin']);
  });

  it('are in the document when loaded, scoped to its views, and removed afterwards', async () => {
    const remove = await load(css('.x { color: red }'));
    expect(sheets()).toHaveLength(1);
    expect(sheets()[0]?.textContent).toContain('@scope ([data-app="hello"])');
    remove();
    expect(sheets()).toHaveLength(0);
  });

  it.each([
    ['an error of the server', css('', 503), { transient: true, status: 503, requestId: 'req-5' }],
    ['a host that is asked too often', css('', 429), { transient: true, status: 429 }],
    ['an error of the request', css('', 499), { transient: false, status: 499 }],
    ['the host itself', css('', 500), { transient: true, status: 500 }],
    ['a missing file', css('', 404), { transient: false, status: 404 }],
    ['the single page instead', css('<html>', 200, 'text/html'), { transient: false, status: 200 }],
    ['no connection', () => Promise.reject(new TypeError('offline')), { transient: true }],
  ])('%s fails at its stage', async (_what, fetch, expected) => {
    await expect(load(fetch)).rejects.toMatchObject({
      code: 'REMOTE_STYLE_FAILED',
      stage: 'style',
      app: 'hello',
      ...expected,
    });
    expect(sheets()).toHaveLength(0);
  });
});
