#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createLogging } from '../infra/index.ts';
import { reasonOf } from '../kernel/index.ts';
import { startSandbox } from '../sandbox/index.ts';
import { endWithParent } from '../startup/end-with-parent.ts';
import { onStopSignal } from '../startup/stop-signals.ts';

const USAGE = `Usage: npm run sandbox -- --sandbox.plugin-jar=<jar> [--sandbox.plugin-jar=<jar> …]

  --sandbox.port=<n>        default 8081
  --sandbox.project=<dir>   a project that the development loop pushes; its migrations are run
  --sandbox.log=<level>     what is printed of the log; default warn
`;
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

/** The specification's sandbox. (spec: Build and run 4) */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'sandbox.plugin-jar': { type: 'string', multiple: true, default: [] },
      'sandbox.project': { type: 'string', multiple: true, default: [] },
      'sandbox.port': { type: 'string', default: '8081' },
      'sandbox.log': { type: 'string', default: 'warn' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const jars = values['sandbox.plugin-jar'];
  const projects = values['sandbox.project'];
  const level = LEVELS.find((name) => name === values['sandbox.log']);
  if (jars.length + projects.length === 0)
    throw new Error(`Missing argument: --sandbox.plugin-jar.\n${USAGE}`);
  const missing = [...jars, ...projects].find((path) => !existsSync(path));
  if (missing !== undefined)
    throw new Error(`The file ${missing} does not exist. npm run package creates a jar.`);
  const port = Number(values['sandbox.port']);
  if (!(port >= 0 && port < 65_536)) throw new Error(`The port must be a number from 0 to 65535.\n${USAGE}`);
  if (level === undefined) throw new Error(`The log level must be one of ${LEVELS.join(', ')}.\n${USAGE}`);
  if (process.send) endWithParent();
  const { logger } = createLogging({ level, console: 'pretty' });
  const sandbox = await startSandbox({ jars, projects, port, logger });
  onStopSignal(() => sandbox.stop());
  if (process.send) process.send({ type: 'ready', url: sandbox.url, token: sandbox.token });
  else await announce(sandbox);
}

async function announce({ url, token }: { readonly url: string; readonly token: string }): Promise<void> {
  const report = await fetch(`${url}/sandbox`);
  const { data } = (await report.json()) as {
    data: { applications: Array<{ appCode: string; loaded: boolean; routes: number; message?: string }> };
  };
  for (const { appCode, loaded, routes, message } of data.applications) {
    console.log(loaded ? `${appCode}: loaded, ${routes} routes` : `${appCode}: not loaded. ${message ?? ''}`);
  }
  console.log(`${url}/sandbox`);
  console.log(`Authorization: Bearer ${token}`);
}

try {
  await main();
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
