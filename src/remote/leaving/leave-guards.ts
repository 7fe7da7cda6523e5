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
import { appOfComponent } from '@/shared/menus/menu-component.ts';
import type { LeaveControl } from './leave-control.ts';

/** Redirects of a guard within a second after which they count as endless. */
const REDIRECTS = 5;
const REDIRECTS_MS = 1_000;

export interface LeaveGuardOptions {
  leaveControl: LeaveControl;
  router: Router;
}

/**
 * Wraps a guard of an application. It is skipped between pages of others, and its refusal to leave
 * the application's own pages is subject to {@link LeaveControl}.
 */
export function wrapGuard(
  app: string,
  guard: NavigationGuard,
  { leaveControl, router }: LeaveGuardOptions,
): NavigationGuard {
  const isOwn = ({ meta }: Pick<RouteLocationNormalized, 'meta'>): boolean =>
    appOfComponent(meta.component) === app;
  let redirects = 0;
  let since = 0;
  /** Stays set, so that later navigations are asked about before they are redirected. */
  let isEndless = false;
  /** `false`, an error, a redirect to a page of its own, or an endless redirect. */
  const refuses = (outcome: NavigationGuardReturn): boolean => {
    if (outcome === false || outcome instanceof Error) return true;
    if (!isLocation(outcome)) return false;
    const now = performance.now();
    if (now - since > REDIRECTS_MS) [since, redirects] = [now, 0];
    isEndless ||= ++redirects > REDIRECTS;
    return isEndless || isOwn(router.resolve(outcome));
  };
  return async (to, from) => {
    const run = () => outcomeOf(guard, to, from);
    if (!isOwn(from)) return isOwn(to) ? run() : true;
    return isOwn(to) ? run() : leaveControl.run(app, from.path, run, refuses);
  };
}

function isLocation(
  outcome: NavigationGuardReturn,
): outcome is Extract<NavigationGuardReturn, string | object> {
  return typeof outcome === 'string' || (typeof outcome === 'object' && outcome !== null);
}

/** Supports guards that take `next` as their third parameter. */
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

/** Methods that pages and the frame rely on. */
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

/**
 * Wraps the guards that applications add to the shell's router, and makes its methods read-only.
 * @param current the application whose code is running
 * @returns call to restore the router
 */
export function guardRouter(options: LeaveGuardOptions, current: () => string | undefined): () => void {
  const { router } = options;
  const wrapping =
    (register: (guard: NavigationGuard) => () => void) =>
    (guard: NavigationGuard): (() => void) => {
      const app = current();
      return register(app === undefined ? guard : wrapGuard(app, guard, options));
    };
  const before = { ...router };
  const own = {
    ...router,
    beforeEach: wrapping((guard) => before.beforeEach(guard)),
    beforeResolve: wrapping((guard) => before.beforeResolve(guard)),
  };
  const set = (value: Partial<Router>, writable: boolean): void => {
    for (const key of LOCKED) Object.defineProperty(router, key, { value: value[key], writable });
  };
  set(own, false);
  return () => set(before, true);
}

/** Wraps `onBeforeRouteLeave` of all components below this one; use within setup. */
export function useLeaveGuards(app: string, leaveControl: LeaveControl): void {
  const matched = inject(matchedRouteKey, undefined);
  const router = useRouter();
  if (!matched) return;
  const records = new WeakMap<RouteRecordNormalized, RouteRecordNormalized>();
  const own = computed(() => {
    const record = matched.value;
    if (!record) return undefined;
    const known = records.get(record);
    if (known) return known;
    const leaveGuards = new WrappedGuards(record.leaveGuards, (guard) =>
      wrapGuard(app, guard, { leaveControl, router }),
    );
    const made = { ...record, leaveGuards };
    records.set(record, made);
    return made;
  });
  provide(matchedRouteKey, own);
}

/** A set that adds each guard wrapped to another set. */
class WrappedGuards extends Set<NavigationGuard> {
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
