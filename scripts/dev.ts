import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answers } from './dev/answers.ts';
import { Children } from './dev/children.ts';
import { HELP, readOptions, requireFreePorts } from './dev/options.ts';
import { hostLine } from './dev/host-lines.ts';
import { PrefixedLines } from './dev/prefixed-lines.ts';
import { prepareApplication } from './dev/prepare-application.ts';
import { ApiClient } from '@platform/cli';
import { buildServer, makeSigningKey } from './lib/build.ts';
import { FirstStart } from './lib/first-start.ts';
import { trustKey } from './lib/trust-key.ts';
import { HostNotStarted, startHost, type HostProcess } from './lib/host-process.ts';
import { inRoot } from './lib/paths.ts';
import { enableLocalStorage } from './lib/enable-local-storage.ts';
import { explain, step } from './lib/steps.ts';

const START_LIMIT_MS = 60_000;

try {
  await main();
} catch (error) {
  if (!(error instanceof HostNotStarted)) explain(error);
  process.exit(1);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return void process.stdout.write(HELP);
  const { codes, port, apiPort } = options;
  await requireFreePorts(options);
  const data = resolve(options.data);
  const first = new FirstStart(data);
  const password = passwordOf(first, data);
  await makeSigningKey();
  await step('Build the server', buildServer);
  const lines = new PrefixedLines(
    ['host', 'shell', 'plugins', ...codes],
    (text) => void process.stdout.write(text),
  );
  const host = await startDevelopmentHost(data, apiPort, password, lines);
  first.begun();
  const children = new Children(lines);
  stopTogether(host, children);
  const api = new ApiClient(host.ready.api);
  const token = await api.login('admin', password);
  await step('Enable local storage', () => enableLocalStorage(api));
  for (const code of codes) await prepareApplication(api, code);

  startChildren({ children, codes, host, token, port });
  // The address is printed once it answers. If it never does, the lines of the shell show why.
  await answers(`http://localhost:${port}/`, START_LIMIT_MS);
  welcome(host, port, password);
  const code = await host.ended;
  await children.stop();
  process.exit(code);
}

/**
 * The password stays in the data directory, unlike that of `npm start`: each start logs in
 * again.
 */
function passwordOf(first: FirstStart, data: string): string {
  const password = first.password() ?? process.env['PLATFORM_ADMIN_PASSWORD'];
  if (password !== undefined) return password;
  throw Object.assign(new Error(`The password of admin in ${data} is not known.`), {
    fix: 'Set PLATFORM_ADMIN_PASSWORD, or choose another directory with --data.',
  });
}

function startDevelopmentHost(
  data: string,
  apiPort: string,
  password: string,
  lines: PrefixedLines,
): Promise<HostProcess> {
  const output = lines.stream('host', hostLine);
  return startHost({
    supervised: true,
    output: (piece) => output.take(piece),
    settings: {
      'server.port': apiPort,
      'frontend.port': 0,
      'platform.data-dir': data,
      'platform.development': 'true',
      'logging.console': 'json',
      'app-market.deploy.frontend-dir': join(data, 'remote-apps'),
    },
    env: {
      PLATFORM_CONFIG_DIR: trustKey(data, inRoot('plugins/keys/public.pem')),
      PLATFORM_ADMIN_PASSWORD: password,
    },
  });
}

function startChildren(parts: {
  children: Children;
  codes: readonly string[];
  host: HostProcess;
  token: string;
  port: string;
}): void {
  const { children, codes, host, token, port } = parts;
  const { api, frontend } = host.ready;
  const vite = inRoot('node_modules/vite/bin/vite.js');
  children.start('shell', [vite, '--port', port, '--strictPort', '--clearScreen', 'false'], {
    env: { PLATFORM_HOST: frontend },
  });
  const packager = inRoot('packages/packager/src/cli.ts');
  const plugins = children.start('plugins', [packager, 'dev', ...codes, '-Host', api, '-Token', token]);
  process.stdin.pipe(plugins, { end: false });
  const frontends = codes.filter((code) => existsSync(inRoot(`frontend/${code}-app`)));
  for (const [index, code] of frontends.entries()) {
    children.start(code, [inRoot('scripts/dev/serve-remote.ts'), code], {
      env: {
        PLATFORM_API: api,
        PLATFORM_TOKEN: token,
        PLATFORM_REMOTE_PORT: String(Number(port) + 1 + index),
      },
    });
  }
}

/** Stops the programs that use the host before the host. */
function stopTogether(host: HostProcess, children: Children): void {
  const stop = (): void => void children.stop().then(() => host.stop());
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, stop);
}

function welcome({ ready }: HostProcess, port: string, password: string): void {
  const lines = [
    '',
    `  http://localhost:${port}   the shell, from its sources`,
    '',
    '  user       admin',
    `  password   ${password}`,
    `  API        ${ready.api}`,
    '',
    '  Edit and save. Type migrate to run new scripts, reset <code> to start with empty tables, Ctrl-C to end.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
