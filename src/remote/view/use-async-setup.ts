import { onScopeDispose, type Component } from 'vue';
import { createTimeBudget } from '../loading/time-limit.ts';

/** How a view with an asynchronous `setup` is waited for. */
export interface AsyncSetup {
  /** Whether the view has one. Others are drawn without `Suspense`, which would wait for every part that is loaded lazily. */
  readonly waits: boolean;
  readonly onPending: () => void;
  readonly onResolve: () => void;
}

/**
 * Gives a view's asynchronous setup the time of a stage; use within setup.
 * @param fail told of REMOTE_TIMEOUT
 */
export function useAsyncSetup(app: string, view: Component, fail: (error: unknown) => void): AsyncSetup {
  let settle: (() => void) | undefined;
  const onResolve = () => settle?.();
  onScopeDispose(onResolve);
  return {
    waits: Object.prototype.toString.call((view as { setup?: unknown }).setup) === '[object AsyncFunction]',
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
