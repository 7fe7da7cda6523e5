import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Children } from './dev/children.ts';
import { PrefixedLines } from './dev/prefixed-lines.ts';
import { ApiClient } from './lib/api-client.ts';
import { installApplications } from './lib/applications.ts';
import { buildPackage, buildServer, buildShell, makeSigningKey } from './lib/build.ts';
import { FirstStart, trustKey } from './lib/first-start.ts';
import { HostNotStarted, startHost, type HostProcess } from './lib/host-process.ts';
import { inRoot } from './lib/paths.ts';
import { explain, mustRun } from './lib/steps.ts';

const help = `npm run dev -- [<code>…] [options]

  <code>…          applications whose sources are served, frontend and backend (hello)

  --port <n>       port of the shell (5173)
  --api-port <n>   port of the API (8080)
  --data <dir>     data of the development host (./data/dev)
`;

try {
  await main();
} catch (error) {
  if (error instanceof HostNotStarted)
    console.error('  npm run dev -- --api-port <n> chooses another port.\n');
  else explain(error);
  process.exit(1);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      port: { type: 'string', default: '5173' },
      'api-port': { type: 'string', default: '8080' },
      data: { type: 'string', default: 'data/dev' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.help) return void process.stdout.write(help);
  const codes = positionals.length === 0 ? ['hello'] : [...new Set(positionals)];
  const unknown = codes.find((code) => !existsSync(inRoot(`plugins/platform-${code}/app.json`)));
  if (unknown !== undefined)
    throw Object.assign(new Error(`There is no application ${unknown}.`), {
      fix: `It would have plugins/platform-${unknown}/app.json; npm run create-app -- ${unknown} makes it.`,
    });

  const data = resolve(values.data);
  const password = passwordOf(data);
  await makeSigningKey();
  await mustRun([
    { title: 'Build the shell', work: buildShell },
    { title: 'Build the server', work: buildServer },
    ...codes.map((code) => ({ title: `Package ${code}`, work: () => buildPackage(code) })),
  ]);
  const host = await startDevelopmentHost(data, values['api-port'], password);
  const names = ['shell', 'plugins', ...codes];
  const lines = new PrefixedLines(names, (text) => void process.stdout.write(text));
  const children = new Children(lines);
  stopTogether(host, children);
  const api = new ApiClient(host.ready.api);
  const token = await api.login('admin', password);
  await installApplications(api, codes);

  startChildren({ children, codes, host, token, data, port: values.port });
  welcome(host, values.port, password);
  const code = await host.ended;
  await children.stop();
  process.exit(code);
}

/** Kept in the data directory, unlike that of `npm start`: each start has to log in. */
function passwordOf(data: string): string {
  const password = new FirstStart(data).password() ?? process.env['PLATFORM_ADMIN_PASSWORD'];
  if (password !== undefined) return password;
  throw Object.assign(new Error(`The password of admin in ${data} is not known.`), {
    fix: 'Set PLATFORM_ADMIN_PASSWORD, or choose another directory with --data.',
  });
}

function startDevelopmentHost(data: string, apiPort: string, password: string): Promise<HostProcess> {
  return startHost({
    settings: {
      'server.port': apiPort,
      'frontend.port': 0,
      'platform.data-dir': data,
      'platform.development': 'true',
      'logging.console': 'off',
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
  data: string;
  port: string;
}): void {
  const { children, codes, host, token, data, port } = parts;
  const { api, frontend } = host.ready;
  const vite = inRoot('node_modules/vite/bin/vite.js');
  children.start('shell', [vite, '--port', port, '--strictPort', '--clearScreen', 'false'], {
    env: { PLATFORM_HOST: frontend },
  });
  const packager = inRoot('packages/packager/src/cli.ts');
  children.start('plugins', [packager, 'dev', ...codes, '-Host', api, '-Token', token]);
  for (const code of codes.filter((one) => existsSync(inRoot(`frontend/${one}-app`)))) {
    children.start(code, [inRoot('scripts/watch-remote.ts'), code], {
      env: {
        PLATFORM_API: api,
        PLATFORM_TOKEN: token,
        PLATFORM_REMOTE_OUT: join(data, 'watched-remotes', code),
      },
    });
  }
}

/** Those who use the host first, and then the host. */
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
    '  Save a file and look; Ctrl-C ends everything.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
