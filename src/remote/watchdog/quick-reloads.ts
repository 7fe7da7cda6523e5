import { isMarkedApp, type MarkedApp } from './running-mark.ts';

const KEY = 'platform.remote.reloads';
/** This many within this many milliseconds, and no click that arrives meanwhile, say that a person is held. */
const RELOADS = 3;
const WITHIN_MS = 30_000;

interface Reload {
  readonly at: number;
  readonly apps: readonly MarkedApp[];
}

/** Notes which applications were in sight when a page was loaded anew, in this tab. */
export interface QuickReloads {
  /** Applications in whose sight the page was loaded anew three times within 30 s, this load included. */
  readonly suspects: readonly MarkedApp[];
  /** The page leaves while views of these are in sight. */
  leave(apps: readonly MarkedApp[]): void;
  stop(): void;
}

/** A page that nobody can press anything in is loaded anew: the one way out that no application takes away. */
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
  /** Whoever can press something is not held. */
  function forget({ isTrusted }: Event): void {
    if (!isTrusted) return;
    reloads.length = 0;
    removeItem(KEY);
  }
  page.document.addEventListener('click', forget);

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
      // Whoever develops loads a page anew as often as it pleases.
      const judged = apps.flatMap(({ code, entry, build }) => (build === undefined ? [{ code, entry }] : []));
      try {
        setItem(KEY, stringify([...kept, { at: now(), apps: judged }]));
      } catch {
        // A storage that takes nothing leaves nothing out.
      }
    },
    stop: () => page.document.removeEventListener('click', forget),
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
