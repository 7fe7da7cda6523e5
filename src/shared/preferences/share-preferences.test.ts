// @vitest-environment node
import type { UserPreferences } from '@platform/host-api';
import { nextTick, reactive } from 'vue';
import { expect, it, vi } from 'vitest';
import { readPreferences } from './preferences.ts';
import { sharePreferences } from './share-preferences.ts';

const start = (kept: UserPreferences, send: (change: UserPreferences) => Promise<unknown>, userId = 7) => {
  const stored = JSON.stringify({ pageSizes: { users: 50 }, density: 'compact', theme: 'dark', owner: 7 });
  const preferences = reactive(readPreferences(stored, 'en-US'));
  return { preferences, stop: sharePreferences(preferences, userId, kept, send) };
};

it('takes over what the server has, and sends only members that change', async () => {
  const send = vi.fn(async (_change: UserPreferences) => undefined);
  const { preferences, stop } = start({ density: 'comfortable', favourites: ['host:users'] }, send);
  expect(preferences).toMatchObject({
    density: 'comfortable',
    favourites: ['host:users'],
    pageSizes: { users: 50 },
  });
  preferences.views['users'] = [{ name: 'Locked', filters: { status: 0 } }];
  preferences.menuFolded = true;
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(send).toHaveBeenCalledWith({ views: { users: [{ name: 'Locked', filters: { status: 0 } }] } });
  stop();
  preferences.favourites = [];
  await nextTick();
  expect(send).toHaveBeenCalledTimes(1);
});

it('sends the latest after a request, and what has failed with the next change', async () => {
  const requests: Array<{ change: UserPreferences; end: (failure?: Error) => void }> = [];
  const { preferences } = start(
    {},
    (change) =>
      new Promise<void>((resolve, reject) =>
        requests.push({ change, end: (failure) => (failure ? reject(failure) : resolve()) }),
      ),
  );
  preferences.favourites = ['a'];
  await nextTick();
  preferences.favourites = ['a', 'b'];
  preferences.favourites = ['a', 'b', 'c'];
  await nextTick();
  expect(requests).toHaveLength(1);
  requests[0]?.end();
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.change).toEqual({ favourites: ['a', 'b', 'c'] });
  requests[1]?.end(new Error('offline'));
  await nextTick();
  preferences.density = 'default';
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  expect(requests[2]?.change).toEqual({ favourites: ['a', 'b', 'c'], density: 'default' });
});

it('issue 20: theme, accent, language, density and place of the menu follow the person', async () => {
  const send = vi.fn(async (_change: UserPreferences) => undefined);
  const kept = { theme: 'light', accent: 'teal', locale: 'zh-CN', menuPlace: 'top' } as const;
  const { preferences } = start({ ...kept, density: 'comfortable' }, send);
  expect(preferences).toMatchObject({ ...kept, density: 'comfortable' });
  preferences.accent = 'red';
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ accent: 'red' }));
});

it('does not take over a language or an accent that this shell does not know', () => {
  const { preferences } = start({ locale: 'xx', accent: 'mud' }, () => Promise.resolve());
  expect([preferences.locale, preferences.accent]).toEqual(['en-US', 'site']);
});

it('leaves nothing of the person before at this browser but its look', () => {
  const { preferences } = start({ favourites: ['host:users'] }, () => Promise.resolve(), 8);
  expect(preferences).toMatchObject({
    owner: 8,
    pageSizes: {},
    density: 'default',
    theme: 'dark',
    favourites: ['host:users'],
  });
});

it('reads and writes the shared members of a store only, which holds more than preferences', () => {
  const store = { ...readPreferences(null, 'en-US'), menuFolded: true, pinia: {} as Record<string, unknown> };
  store.pinia['store'] = store;
  const stop = sharePreferences(reactive(store), 7, { density: 'compact' }, async () => undefined);
  expect(store).toMatchObject({ density: 'compact', menuFolded: true, owner: 7 });
  stop();
});
