const key = 'platform.views';
/** Most views remembered; the least used are dropped. */
const MOST = 40;

/** Counts how often this person opens a page or view, by menu component. Works without storage. */
export interface ViewUsage {
  note(component: string): void;
  /** Those opened at least `times` times, the most used first. */
  mostUsed(times: number): string[];
}

export function createViewUsage(storage: Pick<Storage, 'getItem' | 'setItem'>): ViewUsage {
  function read(): [component: string, count: number][] {
    try {
      const value = JSON.parse(storage.getItem(key) ?? '{}') as Record<string, unknown>;
      return Object.entries(value)
        .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
        .sort((a, b) => b[1] - a[1]);
    } catch {
      return [];
    }
  }
  return {
    note(component) {
      const counts = new Map(read().slice(0, MOST));
      counts.set(component, (counts.get(component) ?? 0) + 1);
      try {
        storage.setItem(key, JSON.stringify(Object.fromEntries(counts)));
      } catch {
        // Preloading is a convenience.
      }
    },
    mostUsed: (times) => read().flatMap(([component, count]) => (count >= times ? [component] : [])),
  };
}
