// @vitest-environment node
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { homeKey, useTabsStore } from '../tabs/tabs-store.ts';
import { createAppsRefresh } from './apps-refresh.ts';

beforeEach(() => setActivePinia(createPinia()));

/**
 * A shell with two pages of `hello` and one of the host open; `routes` are those that menus and
 * held tabs give.
 */
function setup(load: () => Promise<void> = async () => undefined) {
  const tabs = useTabsStore();
  const pages = [homeKey, '/apps/installed', '/hello/items', '/hello/demo'];
  for (const key of pages) {
    const appCode = key.startsWith('/hello') ? 'hello' : null;
    tabs.open({ key, fullPath: key, menuKey: key, appCode, cache: true });
  }
  let routes = new Set(pages);
  const replace = vi.fn(async () => undefined);
  const show = vi.fn();
  const menus = { load: vi.fn(load), pages: [] };
  const readProfile = vi.fn(async () => undefined);
  const remotes = { refresh: vi.fn(async () => undefined) };
  const refresh = createAppsRefresh({
    menus,
    readProfile,
    remotes,
    menuRouter: {
      sync: (_pages, held) => void (routes = new Set([homeKey, '/apps/installed', ...(held ?? [])])),
    },
    tabs,
    router: {
      resolve: (path: string) => ({ name: routes.has(path) ? path : 'not-found' }),
      replace,
    } as never,
    notices: { show },
    t: (key) => key,
  });
  const keys = () => tabs.tabs.map(({ key }) => key);
  return { tabs, refresh, keys, replace, show, menus, readProfile, remotes };
}

describe('after an application is removed', () => {
  it('closes its pages and notifies the user', async () => {
    const { tabs, refresh, keys, show, replace } = setup();
    tabs.open({ key: '/apps/installed', fullPath: '/apps/installed', cache: true });
    await refresh();
    expect(keys()).toEqual([homeKey, '/apps/installed']);
    expect(show).toHaveBeenCalledWith('neutral', 'app.pageGone');
    expect(replace).not.toHaveBeenCalled();
  });

  it('keeps the visible page and one with unsaved input', async () => {
    const { tabs, refresh, keys, show } = setup();
    tabs.setUnsaved('/hello/items', true);
    await refresh();
    expect(keys()).toEqual([homeKey, '/apps/installed', '/hello/items', '/hello/demo']);
    expect(show).not.toHaveBeenCalled();
    tabs.open({ key: homeKey, fullPath: homeKey, cache: true });
    await refresh();
    expect(keys()).toEqual([homeKey, '/apps/installed', '/hello/items']);
  });
});

describe('a refresh', () => {
  it('shows menus once what they lead to is known', async () => {
    const { refresh, menus, remotes } = setup();
    const listed = Promise.withResolvers<undefined>();
    remotes.refresh.mockReturnValueOnce(listed.promise);
    const refreshed = refresh();
    await vi.waitFor(() => expect(remotes.refresh).toHaveBeenCalled());
    expect(menus.load).not.toHaveBeenCalled();
    listed.resolve(undefined);
    await refreshed;
    expect(menus.load).toHaveBeenCalledOnce();
  });

  it('runs once more after the current one, for requests in between', async () => {
    const ends: (() => void)[] = [];
    const { refresh, menus } = setup(() => new Promise((resolve) => ends.push(resolve)));
    const first = refresh();
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    const second = refresh();
    expect(refresh()).toBe(second);
    ends[0]?.();
    await first;
    await expect.poll(() => ends).toHaveLength(2);
    ends[1]?.();
    await second;
    expect(menus.load).toHaveBeenCalledTimes(2);
  });

  it('reads permissions before pages of a new application need them', async () => {
    const { refresh, readProfile } = setup();
    await refresh();
    expect(readProfile).toHaveBeenCalledOnce();
  });

  it('reports its failure to the caller, and blocks none after it', async () => {
    const { refresh, remotes } = setup();
    remotes.refresh.mockRejectedValueOnce(new Error('down'));
    await expect(refresh()).rejects.toThrow('down');
    await expect(refresh()).resolves.toBeUndefined();
    expect(refresh.count.value).toBe(2);
  });
});
