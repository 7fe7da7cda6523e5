import type { RemoteRuntime } from './runtime/runtime.ts';

/** Holds the runtime for modules that are not components. */
export interface RuntimeHolder {
  /** Stores the runtime; call once in `setup(runtime)`. */
  readonly holdRuntime: (runtime: RemoteRuntime) => void;
  /** Returns the runtime. @throws Error if the application has not been installed */
  readonly useRuntime: () => RemoteRuntime;
}

/** Creates the exports of an application's `src/runtime.ts` (spec: Frontend project layout). */
export function createRuntimeHolder(): RuntimeHolder {
  let held: RemoteRuntime | undefined;
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
