import {
  getCurrentInstance,
  onMounted,
  onScopeDispose,
  shallowRef,
  type Component,
  type ShallowRef,
} from 'vue';
import { createTimeBudget } from '../loading/time-limit.ts';
import { hasWaitingPart } from './waiting-part.ts';

/** Views that have been found to have parts with an asynchronous setup. */
const known = new WeakSet<object>();

/** How a view with an asynchronous `setup` is waited for. */
export interface AsyncSetup {
  /** Whether the view, or a part of it, has one. Others are drawn without `Suspense`, which would wait for every part that is loaded lazily. */
  readonly waits: Readonly<ShallowRef<boolean>>;
  readonly onPending: () => void;
  readonly onResolve: () => void;
}

/**
 * Gives a view's asynchronous setup the time of a stage; use within setup. That a part of it has one is seen when it has been drawn: it is
 * then drawn anew.
 * @param fail told of REMOTE_TIMEOUT
 */
export function useAsyncSetup(app: string, view: Component, fail: (error: unknown) => void): AsyncSetup {
  let settle: (() => void) | undefined;
  const onResolve = () => settle?.();
  onScopeDispose(onResolve);
  const waits = shallowRef(known.has(view) || isAsync((view as { setup?: unknown }).setup));
  const frame = getCurrentInstance();
  onMounted(() => {
    if (waits.value || !frame || !hasWaitingPart(frame.subTree)) return;
    known.add(view);
    waits.value = true;
  });
  return {
    waits,
    onPending() {
      const settled = new Promise<void>((resolve) => {
        settle = resolve;
      });
      createTimeBudget(app)
        .run('render', () => settled)
        .catch(fail);
    },
    onResolve,
  };
}

function isAsync(setup: unknown): boolean {
  return Object.prototype.toString.call(setup) === '[object AsyncFunction]';
}
