/** A stack of cleanup functions, run in reverse order (design 1.6, 5.2). */
export interface Disposer {
  /** Adds a cleanup; runs it immediately if disposal has started. */
  readonly add: (cleanup: () => void) => void;
  /** Runs all cleanups once, in reverse order. One that throws is reported and stops no other. */
  readonly dispose: () => void;
}

export function createDisposer(onError: (error: unknown) => void): Disposer {
  const cleanups: (() => void)[] = [];
  let disposed = false;
  const run = (cleanup: () => void) => {
    try {
      cleanup();
    } catch (error) {
      onError(error);
    }
  };
  return {
    add(cleanup) {
      if (disposed) run(cleanup);
      else cleanups.push(cleanup);
    },
    dispose() {
      disposed = true;
      for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) run(cleanup);
    },
  };
}
