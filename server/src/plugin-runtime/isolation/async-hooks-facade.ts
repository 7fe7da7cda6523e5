import hooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks';
import type { OpenHandles } from './open-handles.ts';

type Callback = (...args: unknown[]) => void;

/**
 * `node:async_hooks` for one application.
 *
 * Node ends the process when a hook throws. Here the hook is disabled and its error recorded. Hooks
 * end with the application.
 */
export function hooksFacade(open: OpenHandles, onFault: (error: unknown) => void): object {
  const createHook = (callbacks: HookCallbacks): AsyncHook => {
    let broken = false;
    const caught =
      (callback: Callback): Callback =>
      (...args) => {
        if (broken) return;
        try {
          callback(...args);
        } catch (error) {
          broken = true;
          hook.disable();
          onFault(error);
        }
      };
    const entries = Object.entries(callbacks).map(([name, callback]) => [
      name,
      typeof callback === 'function' ? caught(callback as Callback) : (callback as unknown),
    ]);
    const hook = hooks.createHook(Object.fromEntries(entries) as HookCallbacks);
    open.add(
      hook,
      () => undefined,
      () => void hook.disable(),
    );
    return hook;
  };
  return Object.freeze({ ...hooks, createHook });
}
