import {
  getCurrentInstance,
  onMounted,
  onScopeDispose,
  shallowRef,
  type Component,
  type ShallowRef,
} from 'vue';
import { createTimeBudget } from '../loading/time-limit.ts';
import { hasPendingSetup } from './pending-setup.ts';

export interface AsyncSetupOptions {
  /** Application code. */
  app: string;
  view: Component;
  /** Views found earlier to contain a part with an asynchronous `setup`. */
  asyncViews: WeakSet<object>;
  /** Called with REMOTE_TIMEOUT. */
  onTimeout: (error: unknown) => void;
}

export interface AsyncSetup {
  /**
   * Whether the view, or a part of it, has an asynchronous `setup`. Other views render without
   * `Suspense`, which would wait for each lazy part.
   */
  readonly isAsync: Readonly<ShallowRef<boolean>>;
  readonly onPending: () => void;
  readonly onResolve: () => void;
}

/**
 * Limits the time of a view's asynchronous `setup`; use within setup. Such a part is
 * found when it is rendered; the view is then rendered again.
 */
export function useAsyncSetup({ app, view, asyncViews, onTimeout }: AsyncSetupOptions): AsyncSetup {
  let settle: (() => void) | undefined;
  const onResolve = () => settle?.();
  onScopeDispose(onResolve);
  const isAsync = shallowRef(asyncViews.has(view) || isAsyncFunction((view as { setup?: unknown }).setup));
  const frame = getCurrentInstance();
  onMounted(() => {
    if (isAsync.value || !frame || !hasPendingSetup(frame.subTree)) return;
    asyncViews.add(view);
    isAsync.value = true;
  });
  return {
    isAsync,
    onPending() {
      const settled = new Promise<void>((resolve) => {
        settle = resolve;
      });
      createTimeBudget(app)
        .run('render', () => settled)
        .catch(onTimeout);
    },
    onResolve,
  };
}

function isAsyncFunction(setup: unknown): boolean {
  return Object.prototype.toString.call(setup) === '[object AsyncFunction]';
}
