import type { MarkedApp } from './running-mark.ts';

const KEY = 'platform.remote.left-out';

/** The builds of applications that are left out in this browser. */
export interface LeftOut {
  has(app: MarkedApp): boolean;
  /** @returns whether it is newly left out */
  add(app: MarkedApp): boolean;
  remove(code: string): void;
}

export function createLeftOut(storage: Pick<Storage, 'getItem' | 'setItem'>): LeftOut {
  const getItem = storage.getItem.bind(storage);
  const setItem = storage.setItem.bind(storage);
  const { parse, stringify } = JSON;

  /** Application code → address of its entry. */
  function read(): Map<string, unknown> {
    try {
      return new Map(Object.entries(parse(getItem(KEY) ?? '{}') as Record<string, unknown>));
    } catch {
      return new Map();
    }
  }
  function write(apps: Map<string, unknown>): void {
    try {
      setItem(KEY, stringify(Object.fromEntries(apps)));
    } catch {
      // Without a storage nothing is left out.
    }
  }
  return {
    has: ({ code, entry }) => read().get(code) === entry,
    add({ code, entry }) {
      const apps = read();
      if (apps.get(code) === entry) return false;
      write(apps.set(code, entry));
      return true;
    },
    remove(code) {
      const apps = read();
      if (apps.delete(code)) write(apps);
    },
  };
}
