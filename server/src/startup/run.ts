import { flushCompileCache } from 'node:module';
import { FORMER_INCIDENTS } from '../plugin-runtime/index.ts';
import { PORT_OWNER } from '../gateway/index.ts';
import { createHost } from '../host.ts';
import { createLogging, LIVE_LINES, LOG_DISK, LOG_LEVELS, loggingOptionsOf } from '../infra/index.ts';
import { CONFIG_SOURCES, ServiceRegistry } from '../kernel/index.ts';
import { beat } from './beats.ts';
import { collectGarbage } from './collect-garbage.ts';
import { announceFirstAdministrator } from './first-administrator.ts';
import { explainFailure } from './explain-failure.ts';
import { collectWhenIdle } from './idle-collection.ts';
import { keepTickObject } from './keep-tick-object.ts';
import { loadProcessConfig } from './process-config.ts';
import { onStopSignal } from './stop-signals.ts';
import { SupervisorLink } from './supervisor-link.ts';
import { workerSettings } from './worker-settings.ts';

/**
 * Runs the host in this process until a signal stops it. A failure of the start ends the process.
 *
 * @param serverFolder holds the `application.yml` that ships with the server
 */
export async function run(serverFolder: string): Promise<void> {
  keepTickObject();
  const supervisor = SupervisorLink.ofThisProcess();
  let stop = (): Promise<void> => Promise.resolve();
  // Before the start: the first process of a container would not be ended by a signal until then.
  onStopSignal(() => stop(), supervisor);
  try {
    const { config, sources } = loadProcessConfig(serverFolder);
    const former = await supervisor?.prepared(workerSettings(config));
    const logging = createLogging(loggingOptionsOf(config));
    const services = new ServiceRegistry();
    services.provide(CONFIG_SOURCES, sources);
    services.provide(LOG_LEVELS, logging.levels);
    services.provide(LIVE_LINES, logging.lines);
    services.provide(LOG_DISK, logging.disk);
    if (supervisor) {
      services.provide(PORT_OWNER, supervisor.ports(logging.logger));
      services.provide(FORMER_INCIDENTS, former ?? []);
      beat(supervisor, services);
    }
    const host = await createHost(config, logging.logger, services);
    stop = async () => {
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
