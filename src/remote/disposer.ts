/** A stack of undos: what was registered last is taken back first (design 1.6, 5.2). */
export interface Disposer {
  /** Adds an undo; run at once when disposal has begun. */
  readonly add: (undo: () => void) => void;
  /** Runs all undos in reverse order, once. One that throws is reported and stops no other. */
  readonly dispose: () => void;
}

export function createDisposer(onError: (error: unknown) => void): Disposer {
  const undos: (() => void)[] = [];
  let disposed = false;
  const run = (undo: () => void) => {
    try {
      undo();
    } catch (error) {
      onError(error);
    }
  };
  return {
    add(undo) {
      if (disposed) run(undo);
      else undos.push(undo);
    },
    dispose() {
      disposed = true;
      for (let undo = undos.pop(); undo; undo = undos.pop()) run(undo);
    },
  };
}
