import { flushCompileCache } from 'node:module';
import { createHost } from '../host.ts';
import { createLogging, LIVE_LINES, LOG_LEVELS, loggingOptionsOf } from '../infra/index.ts';
import { CONFIG_SOURCES, ServiceRegistry } from '../kernel/index.ts';
import { collectGarbage } from './collect-garbage.ts';
import { announceFirstAdministrator } from './first-administrator.ts';
import { explainFailure } from './explain-failure.ts';
import { collectWhenIdle } from './idle-collection.ts';
import { keepTickObject } from './keep-tick-object.ts';
import { loadProcessConfig } from './process-config.ts';
import { onStopSignal } from './stop-signals.ts';

/**
 * Runs the host in this process until a signal stops it. A failure of the start ends the process.
 *
 * @param serverFolder holds the `application.yml` that ships with the server
 */
export async function run(serverFolder: string): Promise<void> {
  keepTickObject();
  let stop = (): Promise<void> => Promise.resolve();
  // Before the start: the first process of a container would not be ended by a signal until then.
  onStopSignal(() => stop());
  try {
    const { config, sources } = loadProcessConfig(serverFolder);
    const logging = createLogging(loggingOptionsOf(config));
    const services = new ServiceRegistry();
    services.provide(CONFIG_SOURCES, sources);
    services.provide(LOG_LEVELS, logging.levels);
    services.provide(LIVE_LINES, logging.lines);
    const host = await createHost(config, logging.logger, services);
    stop = async () => {
      await host.stop();
      await logging.close();
    };
    announceFirstAdministrator(host.services);
    process.send?.({
      type: 'ready',
      api: host.gateway.api.url,
      frontend: host.gateway.frontend?.url,
      startMs: performance.now(),
    });
    setImmediate(() => {
      collectGarbage();
      collectWhenIdle();
      flushCompileCache();
    });
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  }
}
