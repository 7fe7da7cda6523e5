import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answers } from './dev/answers.ts';
import { Children } from './dev/children.ts';
import { readCommands } from './dev/commands.ts';
import { followManifest } from './dev/follow-manifest.ts';
import { HELP, readOptions, requireFreePorts } from './dev/options.ts';
import { PrefixedLines } from './dev/prefixed-lines.ts';
import { prepareApplication } from './dev/prepare-application.ts';
import { ProjectMigrations } from './dev/project-migrations.ts';
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
  const host = await startDevelopmentHost(data, apiPort, password);
  first.begun();
  const lines = new PrefixedLines(['shell', 'plugins', ...codes], (text) => void process.stdout.write(text));
  const children = new Children(lines);
  stopTogether(host, children);
  const api = new ApiClient(host.ready.api);
  const token = await api.login('admin', password);
  await step('Enable local storage', () => enableLocalStorage(api));
  for (const code of codes) await prepareApplication(api, code);
  const migrations = new Map(
    codes.map((code) => {
      const line = (text: string): void => lines.line(code, text);
      return [code, new ProjectMigrations({ code, api, line })];
    }),
  );
  for (const project of migrations.values()) await project.run();

  startChildren({ children, codes, host, token, port });
  // Whoever opens the address at once is to find something there; why there is nothing, the lines of the shell say.
  await answers(`http://localhost:${port}/`, START_LIMIT_MS);
  welcome(host, port, password);
  for (const code of codes) followManifest({ code, api, line: (text) => lines.line(code, text) });
  for (const project of migrations.values()) project.follow();
  readCommands(migrations, (text) => process.stdout.write(`${text}\n`));
  const code = await host.ended;
  await children.stop();
  process.exit(code);
}

/** Kept in the data directory, unlike that of `npm start`: each start has to log in. */
function passwordOf(first: FirstStart, data: string): string {
  const password = first.password() ?? process.env['PLATFORM_ADMIN_PASSWORD'];
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
  port: string;
}): void {
  const { children, codes, host, token, port } = parts;
  const { api, frontend } = host.ready;
  const vite = inRoot('node_modules/vite/bin/vite.js');
  children.start('shell', [vite, '--port', port, '--strictPort', '--clearScreen', 'false'], {
    env: { PLATFORM_HOST: frontend },
  });
  const having = (path: (code: string) => string) => codes.filter((code) => existsSync(inRoot(path(code))));
  const backends = having((code) => `plugins/platform-${code}/src`);
  if (backends.length > 0) {
    const packager = inRoot('packages/packager/src/cli.ts');
    children.start('plugins', [packager, 'dev', ...backends, '-Host', api, '-Token', token, '-NoMigrations']);
  }
  const frontends = having((code) => `frontend/${code}-app`);
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
    '  Save a file and look. migrate runs new scripts, reset <code> begins with empty tables, Ctrl-C ends everything.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
