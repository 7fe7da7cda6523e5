import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answers } from './answers.ts';
import { Children } from './children.ts';
import { helpOf, readOptions, requireFreePorts, type DevOptions } from './options.ts';
import { hostLine } from './host-lines.ts';
import { PrefixedLines } from './prefixed-lines.ts';
import { prepareApplication } from './prepare-application.ts';
import type { Workplace } from './workplace.ts';
import { ApiClient } from '@platform/cli';
import { FirstStart } from '../lib/first-start.ts';
import { trustKey } from '../lib/trust-key.ts';
import { HostNotStarted, startHost, type HostProcess } from '../lib/host-process.ts';
import { enableLocalStorage } from '../lib/enable-local-storage.ts';
import { explain, step } from '../lib/steps.ts';

const START_LIMIT_MS = 60_000;

/**
 * `npm run dev`: a development host, the shell, the backends and frontends of applications, until
 * it is stopped. Ends the process.
 *
 * @param args `[<code>…] [options]`
 */
export async function runDev(workplace: Workplace, args: readonly string[]): Promise<void> {
  try {
    await develop(workplace, args);
  } catch (error) {
    if (!(error instanceof HostNotStarted)) explain(error);
    process.exit(1);
  }
}

async function develop(workplace: Workplace, args: readonly string[]): Promise<void> {
  const options = readOptions(args, workplace);
  if (options === undefined) return void process.stdout.write(helpOf(workplace));
  const { codes, port } = options;
  await requireFreePorts(options);
  const data = resolve(options.data);
  const first = new FirstStart(data);
  const password = passwordOf(first, data);
  await workplace.prepare();
  const lines = new PrefixedLines(
    ['host', 'shell', 'plugins', ...codes],
    (text) => void process.stdout.write(text),
  );
  const host = await startDevelopmentHost({ workplace, data, options, password, lines });
  first.begun();
  const children = new Children(lines, workplace.root);
  stopTogether(host, children);
  const api = new ApiClient(host.ready.api);
  const token = await api.login('admin', password);
  await step('Enable local storage', () => enableLocalStorage(api));
  for (const code of codes) await prepareApplication(api, workplace, code);

  startChildren({ workplace, children, codes, host, token, port });
  // The address is printed once it answers. If it never does, the lines of the shell show why.
  await answers(`http://localhost:${port}/`, START_LIMIT_MS);
  welcome(workplace, host, port, password);
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

function startDevelopmentHost(parts: {
  workplace: Workplace;
  data: string;
  options: DevOptions;
  password: string;
  lines: PrefixedLines;
}): Promise<HostProcess> {
  const { workplace, data, options, password, lines } = parts;
  const { root, shell, programs } = workplace;
  const output = lines.stream('host', hostLine);
  return startHost({
    supervised: true,
    program: programs.host,
    cwd: root,
    output: (piece) => output.take(piece),
    settings: {
      'server.port': options.apiPort,
      // Vite listens on the port of the shell, and asks the host for the rest.
      ...('built' in shell
        ? { 'frontend.port': options.port, 'frontend.dir': shell.built }
        : { 'frontend.port': 0 }),
      'platform.data-dir': data,
      'platform.development': 'true',
      'logging.console': 'json',
      'app-market.deploy.frontend-dir': join(data, 'remote-apps'),
    },
    env: {
      PLATFORM_CONFIG_DIR: trustKey(data, join(root, 'plugins/keys/public.pem')),
      PLATFORM_ADMIN_PASSWORD: password,
    },
  });
}

function startChildren(parts: {
  workplace: Workplace;
  children: Children;
  codes: readonly string[];
  host: HostProcess;
  token: string;
  port: string;
}): void {
  const { workplace, children, codes, host, token, port } = parts;
  const { root, shell, programs } = workplace;
  const { api, frontend } = host.ready;
  if ('vite' in shell) {
    children.start('shell', [shell.vite, '--port', port, '--strictPort', '--clearScreen', 'false'], {
      env: { PLATFORM_HOST: frontend },
    });
  }
  const plugins = children.start('plugins', [
    programs.packager,
    'dev',
    ...codes,
    '-Host',
    api,
    '-Token',
    token,
  ]);
  process.stdin.pipe(plugins, { end: false });
  const frontends = codes.filter((code) => existsSync(join(root, `frontend/${code}-app`)));
  for (const [index, code] of frontends.entries()) {
    children.start(code, [programs.frontend, code], {
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

function welcome({ shell }: Workplace, { ready }: HostProcess, port: string, password: string): void {
  const lines = [
    '',
    `  http://localhost:${port}   the shell${'vite' in shell ? ', from its sources' : ''}`,
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
