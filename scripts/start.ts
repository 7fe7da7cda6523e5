import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiClient, ApiFailure, publishPackage } from '@platform/cli';
import { installApplications } from './lib/applications.ts';
import { buildPackage, buildServer, buildShell, makeSigningKey, packageOf } from './lib/build.ts';
import { FirstStart } from './lib/first-start.ts';
import { DEFAULT_DATA, placesOf } from './lib/host-settings.ts';
import { trustHost } from './lib/trust-host.ts';
import { trustKey } from './lib/trust-key.ts';
import { HostNotStarted, startHost, type HostProcess } from './lib/host-process.ts';
import { inRoot } from './lib/paths.ts';
import { explain, mustRun, step } from './lib/steps.ts';

const samples = ['hello', 'member'];
/**
 * Only listed in the market. Packaged after the platform is up, so that the start does not wait.
 */
const offered = ['mall', 'board'];

try {
  await main();
} catch (error) {
  if (error instanceof HostNotStarted)
    console.error('  npm start -- --port <n> --api-port <n> chooses the ports.\n');
  else explain(error);
  process.exit(1);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8000' },
      'api-port': { type: 'string', default: '8080' },
      data: { type: 'string', default: DEFAULT_DATA },
      samples: { type: 'boolean', default: true },
    },
    allowNegative: true,
  });

  const data = resolve(values.data);
  const first = new FirstStart(data);
  const password = first.password();
  // A user edition has no console to publish them with: its applications come from its catalog.
  const wanted = values.samples && process.env['PLATFORM_EDITION'] !== 'user' ? samples : [];
  await build(wanted);
  const host = await startHost({
    supervised: true,
    settings: {
      'server.port': values['api-port'],
      'frontend.port': values.port,
      'logging.console': 'off',
      ...placesOf(values.data),
    },
    env: {
      PLATFORM_CONFIG_DIR: trustKey(data, inRoot('plugins/keys/public.pem')),
      ...(password === undefined ? {} : { PLATFORM_ADMIN_PASSWORD: password }),
      PLATFORM_ADMIN_PASSWORD_GENERATED: String(first.generated),
    },
  });
  first.begun();
  stopWithUs(host);
  await trustHost(host.ready.api);
  if (password !== undefined) {
    await prepare(host.ready.api, password, wanted);
    first.done();
  }
  welcome(host, password, join(data, 'logs', 'sys-console.log'));
  if (password !== undefined && wanted.length > 0)
    void offerMore(host.ready.api, password).catch(explainOffer);
  process.exit(await host.ended);
}

async function build(applications: readonly string[]): Promise<void> {
  await makeSigningKey();
  await mustRun([
    { title: 'Build the shell', work: buildShell },
    { title: 'Build the server', work: buildServer },
    ...applications.map((code) => ({ title: `Package ${code}`, work: () => buildPackage(code) })),
  ]);
}

async function prepare(base: string, password: string, wanted: readonly string[]): Promise<void> {
  const api = new ApiClient(base);
  await api.login('admin', password);
  await installApplications(api, wanted);
}

async function offerMore(base: string, password: string): Promise<void> {
  for (const code of offered) {
    await step(`Offer ${code} in the market`, async () => {
      await buildPackage(code);
      const api = new ApiClient(base);
      await api.login('admin', password);
      const offers = await api.get<Array<{ appCode: string }>>(
        `/app/market/list?keyword=${code}&pageSize=500`,
      );
      if (!offers.some(({ appCode }) => appCode === code)) await publishPackage(api, packageOf(code));
    });
  }
}

/** The password may be changed while the packages are built. */
function explainOffer(error: unknown): void {
  if (error instanceof ApiFailure && error.code === 'LOGIN_FAILED') {
    console.log(
      `  The password was changed: ${offered.join(' and ')} may not be in the market; npm run platform -- publish does it.`,
    );
  } else explain(error);
}

function stopWithUs(host: HostProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void host.stop());
  process.on('disconnect', () => void host.stop());
}

function welcome({ ready }: HostProcess, password: string | undefined, logs: string): void {
  const lines = [
    '',
    `  ${ready.frontend}   ready in ${(ready.startMs / 1000).toFixed(1)} s`,
    '',
    '  user       admin',
    `  password   ${password ?? 'as printed at the first start'}`,
    `  API        ${ready.api}`,
    `  logs       ${logs}`,
    '',
    '  Ctrl-C stops the platform; everything is kept for the next start.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
