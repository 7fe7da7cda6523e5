import type { RemoteSettings } from '@platform/remote-app';

/** Where settings are kept: what `localStorage` has of it. */
export type SettingsStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Settings of one application and user. A full or forbidden store loses the value and stops nothing. */
export function createSettings(
  store: SettingsStore,
  code: string,
  user: () => { tenantId: string; userId: number },
): RemoteSettings {
  const keyOf = (name: string) => `platform.remote.${user().tenantId}.${user().userId}.${code}.${name}`;
  return {
    get<T>(name: string, fallback: T): T {
      try {
        const text = store.getItem(keyOf(name));
        return text === null ? fallback : (JSON.parse(text) as T);
      } catch {
        return fallback;
      }
    },
    set(name, value) {
      try {
        store.setItem(keyOf(name), JSON.stringify(value));
      } catch {
        // The browser forbids or has no room for it: settings are a convenience.
      }
    },
    remove: (name) => store.removeItem(keyOf(name)),
  };
}
