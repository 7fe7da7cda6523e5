import type { Component } from 'vue';
import { shallowReactive } from 'vue';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import type { RemoteStage } from '../errors.ts';
import { RemoteError } from '../errors.ts';
import { entryAddress } from './address.ts';
import type { RemoteCatalog } from './catalog.ts';
import { checkCompatibility } from './compatibility.ts';
import type { RemoteInstance } from './instance.ts';
import { loadApp, type LoadRun, type LoadServices } from './load-app.ts';
import { retryTransient } from './retry.ts';
import { createTimeBudget, type TimeBudget } from './time-limit.ts';

/** Where an application stands in this browser (design 5.2). */
export interface RemoteState {
  phase: 'idle' | 'loading' | 'ready' | 'failed' | 'disabled' | 'incompatible';
  /** The stage that is under way or has failed. */
  stage?: RemoteStage;
  error?: RemoteError;
}

/** A view with the instance it belongs to. */
export interface LoadedView {
  component: Component;
  instance: RemoteInstance;
}

export interface RemoteLoader {
  /** Reactive. */
  stateOf(code: string): Readonly<RemoteState>;
  /** Loads an application once, however many ask; after a failure the next one who asks tries anew. */
  load(code: string): Promise<RemoteInstance>;
  /**
   * Fetches an application's entry for whoever opens it next, and runs nothing of it: code of an application that nobody opened
   * could keep the shell from answering (design 9.8-66).
   */
  preload(code: string): Promise<void>;
  /** Loads a view. @throws RemoteError */
  view(code: string, key: string): Promise<LoadedView>;
  /** Takes an application away, with all it registered. */
  dispose(code: string): void;
  disposeAll(): void;
  /**
   * Ends an application that is loaded: its views show the error. @returns what was ended; undefined where it is not loaded
   */
  end(code: string, error: RemoteError): RemoteAppDescriptor | undefined;
  /**
   * Fetches the list of applications anew and lets go of those that have gone or changed. Who asks next gets the new one; views
   * on screen are told and decide themselves, so that no input is lost.
   */
  refresh(): Promise<void>;
}

export interface LoaderOptions extends LoadServices {
  catalog: RemoteCatalog;
  runtimeApi: string;
  /** Fetches a module without running it. */
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

  function entryOf(code: string): Entry {
    const entry = entries.get(code) ?? { tries: { retry: 0, reload: 0 } };
    entries.set(code, entry);
    return entry;
  }

  function load(code: string, budget = createTimeBudget(code, options.now)): Promise<RemoteInstance> {
    const entry = entryOf(code);
    // Whoever follows the list may ask before what it replaces has been let go of.
    followCatalog(code, entry);
    if (entry.instance) return Promise.resolve(entry.instance);
    return (entry.pending ??= start(code, entry, budget));
  }

  /** The promise is shared while it is pending, and never after it has failed. */
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
          // It may have been upgraded while it was loading.
          followCatalog(code, entry);
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

  /** A failed chunk is loaded anew with its remote, from another folder (design 9.7-49); views on screen keep what they have. */
  function supersede(code: string, instance: RemoteInstance): void {
    const entry = entryOf(code);
    if (entry.instance !== instance) return;
    entry.instance = undefined;
    entry.tries.reload++;
    instance.retire();
    states.set(code, IDLE);
  }

  /** Lets go of an application that is loaded, and no longer the one that the tenant has. */
  function followCatalog(code: string, entry: Entry): void {
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
    // A chunk that both versions have would be one module, and what the one takes back the other would miss.
    if (!instance.disposed.value) entry.tries.reload++;
  }

  function end(code: string, error: RemoteError): RemoteAppDescriptor | undefined {
    const entry = entries.get(code);
    const instance = entry?.instance;
    if (!entry || !instance) return undefined;
    entry.instance = undefined;
    // The browser remembers the code that ran; a retry takes what is deployed by then.
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
    async refresh() {
      await catalog.refresh();
      for (const [code, entry] of entries) followCatalog(code, entry);
    },
  };
}

function phaseOf(error: RemoteError): RemoteState['phase'] {
  if (error.code === 'REMOTE_NOT_AVAILABLE') return 'disabled';
  return error.code === 'REMOTE_INCOMPATIBLE' ? 'incompatible' : 'failed';
}
