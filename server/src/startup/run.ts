import { flushCompileCache } from 'node:module';
import { FORMER_INCIDENTS, LOAD_LISTENER } from '../plugin-runtime/index.ts';
import { PORT_OWNER } from '../gateway/index.ts';
import { createHost } from '../host.ts';
import { createLogging, LIVE_LINES, LOG_DISK, LOG_LEVELS, loggingOptionsOf } from '../infra/index.ts';
import { CONFIG_SOURCES, LEGACY, SIBLINGS, ServiceRegistry, THIS_WORKER } from '../kernel/index.ts';
import { startHeartbeat } from './heartbeat.ts';
import { collectGarbage } from './collect-garbage.ts';
import { announceFirstAdministrator } from './first-administrator.ts';
import { explainFailure } from './explain-failure.ts';
import { collectWhenIdle } from './idle-collection.ts';
import type { StopKind } from '../supervisor/index.ts';
import { keepTickObject } from './keep-tick-object.ts';
import { loadProcessConfig } from './process-config.ts';
import { printStackOfExit } from './print-stack-of-exit.ts';
import { onStopSignal } from './stop-signals.ts';
import { SupervisorLink } from './supervisor-link.ts';
import { workerSettings } from './worker-settings.ts';
import { Watcher } from './watcher/watcher.ts';
import { workersOf } from './workers.ts';

/**
 * Runs the host in this process until a signal stops it. A failure of the start ends the process.
 *
 * @param serverFolder holds the `application.yml` that ships with the server
 * @param watch the module of the thread that watches this one
 */
export async function run(serverFolder: string, watch: string): Promise<void> {
  keepTickObject();
  const supervisor = SupervisorLink.ofThisProcess();
  if (supervisor) printStackOfExit();
  let stop = (_how: StopKind): Promise<void> => Promise.resolve();
  // Before the start: the first process of a container would not be ended by a signal until then.
  onStopSignal((how) => stop(how), supervisor);
  try {
    const { config, sources, warnings } = loadProcessConfig(serverFolder);
    const workers = workersOf(config);
    const settings = workerSettings(config, workers.count);
    const start = await supervisor?.prepared(settings);
    const isShared = workers.count > 1;
    const number = isShared && start ? { worker: start.worker.number } : {};
    const logging = createLogging({ ...loggingOptionsOf(config), isShared, ...number });
    const services = new ServiceRegistry();
    services.provide(CONFIG_SOURCES, sources);
    services.provide(LOG_LEVELS, logging.levels);
    services.provide(LIVE_LINES, logging.lines);
    services.provide(LOG_DISK, logging.disk);
    if (supervisor) {
      services.provide(PORT_OWNER, supervisor.ports(logging.logger));
      services.provide(LOAD_LISTENER, supervisor.loading);
      services.provide(FORMER_INCIDENTS, start?.incidents ?? []);
      if (start) services.provide(THIS_WORKER, start.worker);
      if (start?.siblings && workers.count > 1) {
        services.provide(SIBLINGS, start.siblings);
        services.provide(LEGACY, start.legacy);
      }
      // Others on the machine want its memory.
      const isWatched = process.env['PLATFORM_PROFILE'] === 'production' || workers.count > 1;
      const watcher = isWatched ? new Watcher(watch) : undefined;
      startHeartbeat(supervisor, services, settings.memoryLimitBytes, watcher);
    }
    // The workers of a host have one environment.
    const ignored = (start?.worker.number ?? 1) === 1 ? warnings : [];
    for (const warning of ignored) logging.logger.warn(`Environment variable ${warning}`);
    if (workers.reason !== undefined) logging.logger.info(workers.reason);
    const host = await createHost(config, logging.logger, services);
    stop = async (how) => {
      if (how === 'drain' || how === 'replaced')
        await host.drain(config.server.drain['delay-ms'], how === 'replaced');
      await host.stop();
      await logging.close();
    };
    announceFirstAdministrator(host.services);
    const { api, frontend } = host.gateway;
    if (supervisor) supervisor.ready(api.url, frontend?.url);
    else process.send?.({ type: 'ready', api: api.url, frontend: frontend?.url, startMs: performance.now() });
    setImmediate(() => {
      collectGarbage();
      collectWhenIdle();
      flushCompileCache();
    });
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    await supervisor?.refused();
    process.exit(1);
  }
}
