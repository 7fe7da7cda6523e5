import type { RemoteRuntime } from './runtime/runtime.ts';

/** Keeps the runtime for modules of one application that are not components. */
export interface RuntimeHolder {
  /** Called once, in `setup(runtime)`. */
  readonly holdRuntime: (runtime: RemoteRuntime) => void;
  /** The runtime; throws when the application has not been installed. */
  readonly useRuntime: () => RemoteRuntime;
}

/** Makes what an application's `src/runtime.ts` exports (spec: Frontend project layout, "holder of the host runtime"). */
export function createRuntimeHolder(): RuntimeHolder {
  let held: RemoteRuntime | undefined;
  return {
    holdRuntime(runtime) {
      held = runtime;
    },
    useRuntime() {
      if (held) return held;
      throw new Error(
        'The runtime is not there yet: call holdRuntime(runtime) in setup of defineApp before it is used.',
      );
    },
  };
}
