import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost } from './host.ts';
import { loadConfig } from './kernel/index.ts';
import { explainFailure } from './startup/explain-failure.ts';
import { onStopSignal } from './startup/stop-signals.ts';

const here = dirname(fileURLToPath(import.meta.url));

try {
  const { config } = loadConfig({
    directories: [join(here, '..'), ...(process.env['PLATFORM_CONFIG_DIR'] ? [process.env['PLATFORM_CONFIG_DIR']] : [])],
    profile: process.env['PLATFORM_PROFILE'],
    env: process.env,
    args: process.argv.slice(2),
  });
  const host = await createHost(config);
  onStopSignal(() => host.stop());
  process.send?.({
    type: 'ready',
    api: host.gateway.api.url,
    frontend: host.gateway.frontend.url,
    startMs: performance.now(),
  });
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}
