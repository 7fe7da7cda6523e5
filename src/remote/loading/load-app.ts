import type { RemoteAdapter } from '../adapter/adapter.ts';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import { createDisposer, type Disposer } from '../disposer.ts';
import type { Sight } from '../effects/sight.ts';
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
  /** Absolute base of relative addresses. */
  origin: string;
  warn: (text: string) => void;
  report(app: string, error: unknown, where: string): void;
  /** Called when code of an application has run; it may have changed what all share. */
  lookAfter: (app: string, shown?: boolean) => void;
  watchdog: BootWatchdog;
  sight: Sight;
}

/** One load: how much time it has, which tries came before it, and whom to tell where it stands. */
export interface LoadRun {
  budget: TimeBudget;
  /** Tries so far; counted on, so that an address is used once. */
  tries: Required<Try>;
  onStage(stage: RemoteStage): void;
}

interface LoadedCode {
  module: unknown;
  entry: string;
  styles: string[];
}

/**
 * Loads and installs an application: entry, export, style, install (design 9.6-31). What it put in place is taken back when
 * a stage fails.
 * @throws RemoteError
 */
export async function loadApp(
  app: RemoteAppDescriptor,
  services: LoadServices,
  run: LoadRun,
): Promise<RemoteInstance> {
  const disposer = createDisposer((error) => services.report(app.code, error, 'dispose'));
  const ran = services.watchdog.enter(app);
  const ended = services.styles.work(app.code);
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
    ended();
    ran();
    services.lookAfter(app.code);
  }
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
      // The entry is there: what failed lies beneath it, and the browser remembers that by its own address.
      if (failure.status === 200 || !failure.transient) tries.reload++;
      throw failure;
    });
  run.onStage('export');
  const module = await budget
    .run('export', () => container.getInstall())
    .catch(async (thrown: unknown) => {
      tries.reload++;
      throw await diagnosed({ thrown, code: 'REMOTE_EXPORT_FAILED', stage: 'export' });
    });
  return { module, entry, styles: container.styles().map((address) => new URL(address, entry).href) };
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
    code.styles.map((address) =>
      retryTransient(
        () =>
          run.budget.run('style', async () => disposer.add(await services.styles.load(app.code, address))),
        { ...services, budget: run.budget },
      ),
    ),
  ).catch((error: unknown) => {
    // What is deployed by the next try may name other sheets; the browser remembers the code that named these.
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
      // The browser remembers the code that failed; the next try takes what is deployed by then.
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
