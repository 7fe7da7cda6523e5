import { parseArgs } from 'node:util';
import { silentLogger } from '../kernel/index.ts';
import { startSandbox } from '../sandbox/index.ts';
import { onStopSignal } from '../startup/stop-signals.ts';

const USAGE =
  'Usage: npm run sandbox -- --sandbox.plugin-jar=<jar> [--sandbox.plugin-jar=<jar> …] [--sandbox.port=8081]';

/** The specification's sandbox. (spec: Build and run 4) */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'sandbox.plugin-jar': { type: 'string', multiple: true, default: [] },
      'sandbox.port': { type: 'string', default: '8081' },
    },
  });
  const jars = values['sandbox.plugin-jar'];
  if (jars.length === 0) throw new Error(`No jar was given.\n${USAGE}`);
  const sandbox = await startSandbox({ jars, port: Number(values['sandbox.port']), logger: silentLogger });
  onStopSignal(() => sandbox.stop());
  const report = await fetch(`${sandbox.url}/sandbox`);
  const { data } = (await report.json()) as {
    data: { applications: Array<{ appCode: string; loaded: boolean; routes: number; message?: string }> };
  };
  for (const { appCode, loaded, routes, message } of data.applications) {
    console.log(loaded ? `${appCode}: loaded, ${routes} routes` : `${appCode}: not loaded. ${message ?? ''}`);
  }
  console.log(`${sandbox.url}/sandbox`);
  console.log(`Authorization: Bearer ${sandbox.token}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
