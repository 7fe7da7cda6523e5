import type { RemoteAdapter } from '../adapter/adapter.ts';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import { createDisposer, type Disposer } from '../disposer.ts';
import type { VisibleApps } from '../effects/visible-apps.ts';
import type { RemoteStage } from '../errors.ts';
import { messageOf, RemoteError } from '../errors.ts';
import { createRuntime, type RuntimeCommons } from '../runtime/create-runtime.ts';
import type { SharedModules } from '../sharing/shared-modules.ts';
import type { StyleLoader } from '../styles/style-loader.ts';
import type { BootWatchdog } from '../watchdog/boot-watchdog.ts';
import { entryAddress, folderOf, type Try } from './address.ts';
import { createAppPinia } from './app-pinia.ts';
import { diagnose, type Failure } from './diagnosis.ts';
import { installOf, runInstall } from './install.ts';
import { createInstance, type RemoteInstance } from './instance.ts';
import { retryTransient } from './retry.ts';
import type { TimeBudget } from './time-limit.ts';

export interface LoadServices {
  adapter: RemoteAdapter;
  styles: StyleLoader;
  shared: SharedModules;
  commons: RuntimeCommons;
  fetch: typeof fetch;
  random?: () => number;
  /** Base of relative addresses. */
  origin: string;
  warn: (text: string) => void;
  report(app: string, error: unknown, where: string): void;
  /** Restores built-ins; called when code of an application has run. */
  checkIntrinsics: (app: string, visible?: boolean) => void;
  watchdog: BootWatchdog;
  visibleApps: VisibleApps;
}

/** The time budget, earlier tries and progress listener of one load. */
export interface LoadRun {
  budget: TimeBudget;
  /** Tries so far; increased by each failure, so that no address is used twice. */
  tries: Required<Try>;
  onStage(stage: RemoteStage): void;
}

interface LoadedCode {
  module: unknown;
  entry: string;
  sheets: Sheet[];
}

interface Sheet {
  address: string;
  /** The fetch that started with the code, for the first try. */
  text: Promise<string>;
}

/**
 * Loads and installs an application: entry, export, style, install (design 9.6-31). A failed stage
 * rolls back everything the earlier ones put in place.
 * @throws RemoteError
 */
export async function loadApp(
  app: RemoteAppDescriptor,
  services: LoadServices,
  run: LoadRun,
): Promise<RemoteInstance> {
  const disposer = createDisposer((error) => services.report(app.code, error, 'dispose'));
  warmShared(app, services.shared);
  const ran = services.watchdog.enter(app);
  const deactivate = services.styles.activate(app.code);
  const links = services.styles.follow(app.code, app.entry);
  disposer.add(() => links.stop());
  try {
    const code = await retryTransient(() => loadCode(app, services, run), {
      ...services,
      budget: run.budget,
    });
    await loadStyles(app, code, services, run, disposer);
    await run.budget.run('style', () => links.settled());
    return await install(app, code, services, run, disposer);
  } catch (error) {
    disposer.dispose();
    throw error;
  } finally {
    deactivate();
    ran();
    services.checkIntrinsics(app.code);
  }
}

/** Loads the shared modules while the entry is fetched; a failure surfaces in the container. */
export function warmShared({ shared = {} }: RemoteAppDescriptor, modules: SharedModules): void {
  for (const name of Object.keys(shared)) modules[name]?.load().catch(() => undefined);
}

async function loadCode(app: RemoteAppDescriptor, services: LoadServices, run: LoadRun): Promise<LoadedCode> {
  const { budget, tries } = run;
  const entry = new URL(entryAddress(app.entry, tries), services.origin).href;
  const diagnosed = (failure: Omit<Failure, 'app' | 'address'>) =>
    diagnose({ ...failure, app: app.code, address: entry }, services.fetch);
  run.onStage('entry');
  const container = await budget
    .run('entry', () => services.adapter.load(app.code, entry, services.shared))
    .catch(async (thrown: unknown) => {
      tries.retry++;
      const failure = await diagnosed({ thrown, code: 'REMOTE_ENTRY_FAILED', stage: 'entry' });
      // The entry exists, so one of its imports failed, which has an address of its own.
      if (failure.status === 200 || !failure.transient) tries.reload++;
      throw failure;
    });
  run.onStage('export');
  const sheets = new Map<string, Sheet>();
  /**
   * Containers list their sheets before their code has arrived, so that both can be fetched at
   * once.
   */
  const fetchSheets = () => {
    for (const listed of container.styles()) {
      const address = new URL(listed, entry).href;
      if (!sheets.has(address)) sheets.set(address, startFetch(address, app.code, services.styles));
    }
  };
  const module = await budget
    .run('export', () => {
      const installing = container.getInstall();
      fetchSheets();
      return installing;
    })
    .catch(async (thrown: unknown) => {
      tries.reload++;
      throw await diagnosed({ thrown, code: 'REMOTE_EXPORT_FAILED', stage: 'export' });
    });
  fetchSheets();
  return { module, entry, sheets: [...sheets.values()] };
}

function startFetch(address: string, app: string, styles: Pick<StyleLoader, 'fetch'>): Sheet {
  const text = styles.fetch(app, address);
  // A failure is reported when the sheet is placed; until then nobody listens.
  text.catch(() => undefined);
  return { address, text };
}

async function loadStyles(
  app: RemoteAppDescriptor,
  code: LoadedCode,
  services: LoadServices,
  run: LoadRun,
  disposer: Disposer,
): Promise<void> {
  run.onStage('style');
  await Promise.all(
    code.sheets.map(({ address, text }) => {
      let early: Promise<string> | undefined = text;
      const load = async () => {
        const css = await (early ?? services.styles.fetch(app.code, address));
        disposer.add(services.styles.place(app.code, css, address));
      };
      return retryTransient(() => run.budget.run('style', load).finally(() => (early = undefined)), {
        ...services,
        budget: run.budget,
      });
    }),
  ).catch((error: unknown) => {
    // The next deployment may list other sheets, but browsers cache the code that lists these.
    run.tries.reload++;
    throw error;
  });
}

async function install(
  app: RemoteAppDescriptor,
  code: LoadedCode,
  services: LoadServices,
  run: LoadRun,
  disposer: Disposer,
): Promise<RemoteInstance> {
  run.onStage('install');
  const { pinia, dispose } = createAppPinia(services.commons.services.pinia);
  disposer.add(dispose);
  const runtime = createRuntime(services.commons, {
    app,
    pinia,
    disposer,
    folder: folderOf(code.entry, services.origin),
  });
  const views = await run.budget
    .run('install', () => runInstall(installOf(app.code, code.module), runtime, services.warn))
    .catch((cause: unknown) => {
      // Browsers cache the failed code; the next try must load from another folder.
      run.tries.reload++;
      throw asInstallFailure(app.code, cause);
    });
  return createInstance({ ...services, app, views, pinia, disposer });
}

function asInstallFailure(app: string, cause: unknown): RemoteError {
  if (cause instanceof RemoteError) return cause;
  return new RemoteError({
    code: 'REMOTE_INSTALL_FAILED',
    stage: 'install',
    app,
    message: messageOf(cause),
    cause,
  });
}
