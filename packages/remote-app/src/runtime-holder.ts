import type { RemoteRuntime } from './runtime/runtime.ts';

/** Holds the runtime for modules that are not components. */
export interface RuntimeHolder<Views extends object = object> {
  /** Stores the runtime; call once in `setup(runtime)`. */
  readonly holdRuntime: (runtime: RemoteRuntime<Views>) => void;
  /** Returns the runtime. @throws Error if the application has not been installed */
  readonly useRuntime: () => RemoteRuntime<Views>;
}

/**
 * Creates the exports of an application's `src/runtime.ts` (spec: Frontend project layout). With
 * `Views`, its router accepts these views only; see `ViewTarget`.
 */
export function createRuntimeHolder<Views extends object = object>(): RuntimeHolder<Views> {
  let held: RemoteRuntime<Views> | undefined;
  return {
    holdRuntime(runtime) {
      held = runtime;
    },
    useRuntime() {
      if (held) return held;
      throw new Error(
        'The runtime is not available yet. Call `holdRuntime(runtime)` in `setup` of `defineApp` first.',
      );
    },
  };
}
