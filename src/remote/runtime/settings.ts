import type { RemoteSettings } from '@platform/remote-app';

/** The used part of `localStorage`. */
export type SettingsStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `runtime.settings`. A full or forbidden store loses the value without an error. */
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
        // Settings are a convenience, so a lost value is not an error.
      }
    },
    remove: (name) => store.removeItem(keyOf(name)),
  };
}
