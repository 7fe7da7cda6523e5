import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost } from './host.ts';
import { createLogging, loggingOptionsOf } from './infra/index.ts';
import { collectGarbage } from './startup/collect-garbage.ts';
import { announceFirstAdministrator } from './startup/first-administrator.ts';
import { explainFailure } from './startup/explain-failure.ts';
import { loadProcessConfig } from './startup/process-config.ts';
import { onStopSignal } from './startup/stop-signals.ts';

const here = dirname(fileURLToPath(import.meta.url));

try {
  const { config } = loadProcessConfig(join(here, '..'));
  const logging = createLogging(loggingOptionsOf(config));
  const host = await createHost(config, logging.logger);
  onStopSignal(async () => {
    await host.stop();
    await logging.close();
  });
  announceFirstAdministrator(host.services);
  process.send?.({
    type: 'ready',
    api: host.gateway.api.url,
    frontend: host.gateway.frontend.url,
    startMs: performance.now(),
  });
  setImmediate(collectGarbage);
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}
