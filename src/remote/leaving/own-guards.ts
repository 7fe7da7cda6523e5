import { computed, inject, provide } from 'vue';
import {
  matchedRouteKey,
  useRouter,
  type NavigationGuard,
  type NavigationGuardReturn,
  type RouteLocationNormalized,
  type RouteLocationNormalizedLoaded,
  type Router,
  type RouteRecordNormalized,
} from 'vue-router';
import type { LeaveCare } from './leave-care.ts';

/** Times that a guard may lead elsewhere within a second: the router would follow for ever. */
const LEADS = 5;
const LEADING_MS = 1_000;

export interface OwnGuardsOptions {
  care: LeaveCare;
  router: Router;
}

/**
 * A guard of an application. Where a page of the application is left for one that is not, it has no last word ({@link LeaveCare});
 * between pages of others it has no say.
 */
export function guardOf(
  app: string,
  guard: NavigationGuard,
  { care, router }: OwnGuardsOptions,
): NavigationGuard {
  const isOwn = ({ meta }: Pick<RouteLocationNormalized, 'meta'>): boolean => appOf(meta.component) === app;
  let leads = 0;
  let since = 0;
  /** Stays: the next navigation is then asked about before it has been led away from its aim. */
  let leadsOn = false;
  /** By `false`, an error, a way to a page of its own, or one that leads on for ever. */
  const refuses = (outcome: NavigationGuardReturn): boolean => {
    if (outcome === false || outcome instanceof Error) return true;
    if (!isLocation(outcome)) return false;
    const now = performance.now();
    if (now - since > LEADING_MS) [since, leads] = [now, 0];
    leadsOn ||= ++leads > LEADS;
    return leadsOn || isOwn(router.resolve(outcome));
  };
  return async (to, from) => {
    const run = () => outcomeOf(guard, to, from);
    if (!isOwn(from)) return isOwn(to) ? run() : true;
    return isOwn(to) ? run() : care.run(app, from.path, run, refuses);
  };
}

function isLocation(
  outcome: NavigationGuardReturn,
): outcome is Extract<NavigationGuardReturn, string | object> {
  return typeof outcome === 'string' || (typeof outcome === 'object' && outcome !== null);
}

/** Also of one that takes the third parameter. */
async function outcomeOf(
  guard: NavigationGuard,
  to: RouteLocationNormalized,
  from: RouteLocationNormalizedLoaded,
): Promise<NavigationGuardReturn> {
  if (guard.length < 3) return guard.call(undefined, to, from, () => undefined);
  return new Promise((resolve, reject) => {
    const next = (outcome?: unknown): void => resolve(outcome as NavigationGuardReturn);
    Promise.resolve(guard.call(undefined, to, from, next)).catch(reject);
  });
}

/** What pages and the frame ask the router for. */
const LOCKED = [
  'push',
  'replace',
  'resolve',
  'beforeEach',
  'beforeResolve',
  'go',
  'back',
  'forward',
] as const;

/** The application that a menu's component names: `remote:<code>/<viewKey>`. */
function appOf(component: string | undefined): string | undefined {
  return /^remote:([^/]+)\//.exec(component ?? '')?.[1];
}

/**
 * Has guards that applications put on the shell's router go through {@link guardOf}, and keeps what the router does from being replaced.
 * @param current the application whose code is running
 * @returns how to end it
 */
export function careForRouter(options: OwnGuardsOptions, current: () => string | undefined): () => void {
  const { router } = options;
  const cared =
    (register: (guard: NavigationGuard) => () => void) =>
    (guard: NavigationGuard): (() => void) => {
      const app = current();
      return register(app === undefined ? guard : guardOf(app, guard, options));
    };
  const before = { ...router };
  const own = {
    ...router,
    beforeEach: cared((guard) => before.beforeEach(guard)),
    beforeResolve: cared((guard) => before.beforeResolve(guard)),
  };
  const set = (value: Partial<Router>, writable: boolean): void => {
    for (const key of LOCKED) Object.defineProperty(router, key, { value: value[key], writable });
  };
  set(own, false);
  return () => set(before, true);
}

/** Has `onBeforeRouteLeave` of what is drawn beneath go through {@link guardOf}; use within setup. */
export function useOwnLeaveGuards(app: string, care: LeaveCare): void {
  const matched = inject(matchedRouteKey, undefined);
  const router = useRouter();
  if (!matched) return;
  const records = new WeakMap<RouteRecordNormalized, RouteRecordNormalized>();
  const own = computed(() => {
    const record = matched.value;
    if (!record) return undefined;
    const known = records.get(record);
    if (known) return known;
    const leaveGuards = new OwnGuards(record.leaveGuards, (guard) => guardOf(app, guard, { care, router }));
    const made = { ...record, leaveGuards };
    records.set(record, made);
    return made;
  });
  provide(matchedRouteKey, own);
}

/** A set of guards whose members stand in another set, each within one of the shell's. */
class OwnGuards extends Set<NavigationGuard> {
  readonly #target: Set<NavigationGuard>;
  readonly #wrap: (guard: NavigationGuard) => NavigationGuard;
  readonly #wrapped = new Map<NavigationGuard, NavigationGuard>();

  constructor(target: Set<NavigationGuard>, wrap: (guard: NavigationGuard) => NavigationGuard) {
    super();
    this.#target = target;
    this.#wrap = wrap;
  }

  override add(guard: NavigationGuard): this {
    const wrapped = this.#wrapped.get(guard) ?? this.#wrap(guard);
    this.#wrapped.set(guard, wrapped);
    this.#target.add(wrapped);
    return this;
  }

  override delete(guard: NavigationGuard): boolean {
    const wrapped = this.#wrapped.get(guard);
    return wrapped !== undefined && this.#target.delete(wrapped);
  }
}
