import { createPinia, setActivePinia } from 'pinia';
import { mount } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, httpKey, type HttpClient } from '../http/index.ts';
import { useSiteStore } from './site-store.ts';

/** The store of a page whose server answers as given. */
function siteOf(answer: () => Promise<object>) {
  const get = vi.fn(answer);
  const pinia = createPinia();
  setActivePinia(pinia);
  let store: ReturnType<typeof useSiteStore> | undefined;
  mount(
    {
      setup() {
        store = useSiteStore();
        return () => null;
      },
    },
    { global: { plugins: [pinia], provide: { [httpKey as symbol]: { get } as unknown as HttpClient } } },
  );
  return { site: store as ReturnType<typeof useSiteStore>, get };
}

describe('the name of this installation', () => {
  it.each([
    [{ name: '平台', nameEn: 'Platform' }, '平台', 'Platform'],
    [{ name: '平台', nameEn: null }, '平台', '平台'],
    [{ name: '', nameEn: '' }, undefined, undefined],
    [{ name: null, nameEn: 'Platform' }, undefined, 'Platform'],
  ])('of %j is %s in Chinese and %s otherwise', async (config, chinese, english) => {
    const { site, get } = siteOf(async () => config);
    await site.load();
    expect([site.nameIn('zh-CN'), site.nameIn('en-US')]).toEqual([chinese, english]);
    expect(get).toHaveBeenCalledExactlyOnceWith('/open/platform/config', {
      anonymous: true,
      timeout: 5000,
      headers: {},
    });
  });

  it('is that of the product where the server does not answer', async () => {
    const { site, get } = siteOf(async () => ({ name: 'Mine' }));
    await site.load();
    get.mockRejectedValueOnce(new Error('away'));
    await site.load();
    expect(site.nameIn('en-US')).toBeUndefined();
  });

  it('design 15.7: is that of a tenant, and of the platform for a tenant that is gone', async () => {
    const { site, get } = siteOf(async () => ({
      name: 'Acme',
      settings: { accent: '#0f706a', watermark: 'on' },
    }));
    await site.load('acme');
    const headersOf = () => get.mock.calls.map((call: unknown[]) => (call[1] as { headers: object }).headers);
    expect(headersOf()).toEqual([{ 'X-Tenant-Id': 'acme' }]);
    expect([site.accent, site.watermark]).toEqual(['#0f706a', true]);
    get.mockRejectedValueOnce(new ApiError({ code: 'TENANT_UNKNOWN', status: 404, message: '' }));
    await site.load('gone');
    expect(headersOf().slice(1)).toEqual([{ 'X-Tenant-Id': 'gone' }, {}]);
    expect(site.nameIn('zh-CN')).toBe('Acme');
  });

  it('takes no accent that is no colour', async () => {
    const { site } = siteOf(async () => ({ settings: { accent: 'red; }' } }));
    await site.load();
    expect([site.accent, site.watermark]).toEqual([undefined, false]);
  });
});
