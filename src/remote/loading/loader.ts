import type { Component } from 'vue';
import { shallowReactive } from 'vue';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import type { RemoteStage } from '../errors.ts';
import { RemoteError } from '../errors.ts';
import { entryAddress } from './address.ts';
import type { RemoteCatalog } from './catalog.ts';
import { checkCompatibility } from './compatibility.ts';
import type { RemoteInstance } from './instance.ts';
import { loadApp, warmShared, type LoadRun, type LoadServices } from './load-app.ts';
import { retryTransient } from './retry.ts';
import { createTimeBudget, type TimeBudget } from './time-limit.ts';

/** Loading state of an application in this browser (design 5.2). */
export interface RemoteState {
  phase: 'idle' | 'loading' | 'ready' | 'failed' | 'disabled' | 'incompatible';
  /** The running stage, or the one that failed. */
  stage?: RemoteStage;
  error?: RemoteError;
}

/** A view's component with its application's instance. */
export interface LoadedView {
  component: Component;
  instance: RemoteInstance;
}

export interface RemoteLoader {
  /** State of an application; reactive. */
  stateOf(code: string): Readonly<RemoteState>;
  /** Loads an application; concurrent calls share one load, and a failure is never cached. */
  load(code: string): Promise<RemoteInstance>;
  /**
   * Fetches an application's entry without evaluating it, because code of an application that the
   * user has not opened must not block the shell (design 9.8-66).
   */
  preload(code: string): Promise<void>;
  /** Loads a view. @throws RemoteError */
  view(code: string, key: string): Promise<LoadedView>;
  /** Unloads an application and everything it registered. */
  dispose(code: string): void;
  disposeAll(): void;
  /**
   * Ends a loaded application; its views show the error.
   * @returns the application; undefined if it is not loaded
   */
  end(code: string, error: RemoteError): RemoteAppDescriptor | undefined;
}

export interface LoaderOptions extends LoadServices {
  catalog: RemoteCatalog;
  runtimeApi: string;
  /** Fetches a module without evaluating it. */
  fetchModule(this: void, address: string): Promise<void>;
  now?: () => number;
}

interface Entry {
  tries: { retry: number; reload: number };
  pending?: Promise<RemoteInstance>;
  instance?: RemoteInstance;
}

const IDLE: RemoteState = { phase: 'idle' };

export function createLoader(options: LoaderOptions): RemoteLoader {
  const { catalog } = options;
  const entries = new Map<string, Entry>();
  const states = shallowReactive(new Map<string, RemoteState>());
  catalog.onRefresh(() => {
    for (const [code, entry] of entries) unloadIfChanged(code, entry);
  });

  function entryOf(code: string): Entry {
    const entry = entries.get(code) ?? { tries: { retry: 0, reload: 0 } };
    entries.set(code, entry);
    return entry;
  }

  function load(code: string, budget = createTimeBudget(code, options.now)): Promise<RemoteInstance> {
    const entry = entryOf(code);
    if (entry.instance) return Promise.resolve(entry.instance);
    return (entry.pending ??= start(code, entry, budget));
  }

  /** The promise is shared while it is pending, and never after a failure. */
  function start(code: string, entry: Entry, budget: TimeBudget): Promise<RemoteInstance> {
    const run: LoadRun = {
      budget,
      tries: entry.tries,
      onStage: (stage) => states.set(code, { phase: 'loading', stage }),
    };
    const starting = discoverAndLoad(code, run).then(
      (instance) => {
        if (entry.pending !== starting) instance.dispose();
        else {
          entry.pending = undefined;
          entry.instance = instance;
          states.set(code, { phase: 'ready' });
          // The application may have been upgraded during the load.
          unloadIfChanged(code, entry);
        }
        return instance;
      },
      (error: RemoteError) => {
        if (entry.pending === starting) {
          entry.pending = undefined;
          states.set(code, { phase: phaseOf(error), stage: error.stage, error });
        }
        throw error;
      },
    );
    return starting;
  }

  async function discoverAndLoad(code: string, run: LoadRun): Promise<RemoteInstance> {
    run.onStage('discovery');
    const app = await retryTransient(() => run.budget.run('discovery', () => catalog.find(code)), {
      ...options,
      budget: run.budget,
    });
    if (app.build !== undefined) run.budget.extend();
    checkCompatibility(app, options.shared, options.runtimeApi);
    await options.watchdog.check(app);
    return loadApp(app, options, run);
  }

  async function preload(code: string): Promise<void> {
    const entry = entryOf(code);
    if (entry.instance || entry.pending) return;
    const app = await catalog.find(code);
    checkCompatibility(app, options.shared, options.runtimeApi);
    await options.watchdog.check(app);
    warmShared(app, options.shared);
    const address = new URL(entryAddress(app.entry, entry.tries), options.origin).href;
    await options.fetchModule(address).catch((error: unknown) => {
      entry.tries.retry++;
      throw error;
    });
  }

  async function view(code: string, key: string): Promise<LoadedView> {
    const budget = createTimeBudget(code, options.now);
    return retryTransient(
      async () => {
        const instance = await load(code, budget);
        if (instance.app.build !== undefined) budget.extend();
        try {
          return { instance, component: await budget.run('chunk', () => instance.view(key)) };
        } catch (error) {
          if (error instanceof RemoteError && error.stage === 'chunk') supersede(code, instance);
          throw error;
        }
      },
      { ...options, budget, stage: 'chunk' },
    );
  }

  /**
   * Browsers cache failed modules by address, so a failed chunk is loaded again with its whole
   * application from another folder (design 9.7-49). Views on screen keep the old instance.
   */
  function supersede(code: string, instance: RemoteInstance): void {
    const entry = entryOf(code);
    if (entry.instance !== instance) return;
    entry.instance = undefined;
    entry.tries.reload++;
    instance.retire();
    states.set(code, IDLE);
  }

  /**
   * Unloads an application that was upgraded or removed. Views on screen are notified and decide
   * themselves when to switch, so that no input is lost.
   */
  function unloadIfChanged(code: string, entry: Entry): void {
    const { instance } = entry;
    if (!instance) return;
    const app = catalog.apps.value?.find((candidate) => candidate.code === code);
    if (app?.entry === instance.app.entry) return;
    entry.instance = undefined;
    states.set(code, IDLE);
    instance.expire(
      app
        ? { kind: 'updated', version: app.version, ...(app.build === undefined ? {} : { developed: true }) }
        : { kind: 'removed' },
    );
    // A chunk that both versions contain would be one module, disposed with the old version.
    if (!instance.disposed.value) entry.tries.reload++;
  }

  function end(code: string, error: RemoteError): RemoteAppDescriptor | undefined {
    const entry = entries.get(code);
    const instance = entry?.instance;
    if (!entry || !instance) return undefined;
    entry.instance = undefined;
    // Browsers cache evaluated modules: a retry must load from another folder.
    entry.tries.reload++;
    states.set(code, { phase: 'failed', stage: error.stage, error });
    instance.expire({ kind: 'ended', error });
    return instance.app;
  }

  function dispose(code: string): void {
    const entry = entries.get(code);
    if (!entry) return;
    const { instance } = entry;
    entry.pending = undefined;
    entry.instance = undefined;
    states.set(code, IDLE);
    instance?.dispose();
  }

  return {
    stateOf: (code) => states.get(code) ?? IDLE,
    load: (code) => load(code),
    preload,
    view,
    dispose,
    end,
    disposeAll: () => [...entries.keys()].reverse().forEach(dispose),
  };
}

function phaseOf(error: RemoteError): RemoteState['phase'] {
  if (error.code === 'REMOTE_NOT_AVAILABLE') return 'disabled';
  return error.code === 'REMOTE_INCOMPATIBLE' ? 'incompatible' : 'failed';
}
