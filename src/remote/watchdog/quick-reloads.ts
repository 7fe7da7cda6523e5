import { isMarkedApp, type MarkedApp } from './running-mark.ts';

const KEY = 'platform.remote.reloads';
/** This many reloads in this many milliseconds without a click mean that the page is unusable. */
const RELOADS = 3;
const WITHIN_MS = 30_000;

interface Reload {
  readonly at: number;
  readonly apps: readonly MarkedApp[];
}

/** Records which applications were visible when this tab was reloaded. */
export interface QuickReloads {
  /** Applications that were visible at three reloads within 30 s, including this one. */
  readonly suspects: readonly MarkedApp[];
  /** Called when the page leaves, with the applications that are visible. */
  leave(apps: readonly MarkedApp[]): void;
  stop(): void;
}

/** Reloading is the one way out of an unusable page that no application can block. */
export function createQuickReloads(page: Window): QuickReloads {
  const storage = page.sessionStorage;
  const getItem = storage.getItem.bind(storage);
  const setItem = storage.setItem.bind(storage);
  const removeItem = storage.removeItem.bind(storage);
  const { parse, stringify } = JSON;
  const now = Date.now.bind(Date);
  if (!wasReloaded(page.performance)) removeItem(KEY);
  const reloads = read().filter(({ at }) => now() - at < WITHIN_MS);

  function read(): Reload[] {
    try {
      const kept: unknown = parse(getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isReload) : [];
    } catch {
      return [];
    }
  }
  /** A page that receives clicks is usable. */
  function reset({ isTrusted }: Event): void {
    if (!isTrusted) return;
    reloads.length = 0;
    removeItem(KEY);
  }
  page.document.addEventListener('click', reset);

  const [last, ...before] = reloads.slice(-RELOADS).reverse();
  const suspects =
    before.length < RELOADS - 1
      ? []
      : (last?.apps ?? []).filter(({ code, entry }) =>
          before.every(({ apps }) => apps.some((app) => app.code === code && app.entry === entry)),
        );
  if (suspects.length > 0) removeItem(KEY);
  return {
    suspects,
    leave(apps) {
      const kept = suspects.length > 0 ? [] : reloads;
      // Developers reload often, so development builds do not count.
      const counted = apps.flatMap(({ code, entry, build }) =>
        build === undefined ? [{ code, entry }] : [],
      );
      try {
        setItem(KEY, stringify([...kept, { at: now(), apps: counted }]));
      } catch {
        // Without a storage nothing is left out.
      }
    },
    stop: () => page.document.removeEventListener('click', reset),
  };
}

function wasReloaded(performance: Performance): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
}

function isReload(value: unknown): value is Reload {
  const { at, apps } = (value ?? {}) as Partial<Reload>;
  return typeof at === 'number' && Array.isArray(apps) && apps.every(isMarkedApp);
}
