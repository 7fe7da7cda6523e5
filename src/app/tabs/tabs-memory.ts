import type { Tab } from './tabs-store.ts';

const key = 'platform.tabs';

/** Remembers the open tabs of one browser tab across reloads, for the same person only. */
export function createTabsMemory(storage: Storage) {
  return {
    write(owner: string, tabs: readonly Tab[]): void {
      const kept = tabs.map(({ key: tabKey, fullPath, title }) => ({ key: tabKey, fullPath, title }));
      storage.setItem(key, JSON.stringify({ owner, tabs: kept }));
    },
    /** Paths and titles of the same person's tabs. */
    read(owner: string): { fullPath: string; title?: string }[] {
      try {
        const value = JSON.parse(storage.getItem(key) ?? '{}') as { owner?: string; tabs?: unknown };
        return value.owner === owner && Array.isArray(value.tabs) ? value.tabs.filter(isKept) : [];
      } catch {
        return [];
      }
    },
  };
}

function isKept(value: unknown): value is { fullPath: string; title?: string } {
  return typeof (value as { fullPath?: unknown } | null)?.fullPath === 'string';
}
