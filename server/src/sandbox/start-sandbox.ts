import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { DATABASE, dataModule, runFolder } from '../data/index.ts';
import { infraModule } from '../infra/index.ts';
import { HTTP, httpModule, loadConfig, startModules, type Logger } from '../kernel/index.ts';
import { messagingModule } from '../messaging/index.ts';
import {
  parseJarName,
  PLUGIN_RUNTIME,
  pluginDevelopmentModule,
  pluginRuntimeModule,
} from '../plugin-runtime/index.ts';
import { schedulerModule } from '../scheduler/index.ts';
import { systemModule } from '../system/index.ts';
import { sandboxModule } from './sandbox-module.ts';

export interface SandboxOptions {
  /** Jars of applications, absolute or relative to the working directory. */
  readonly jars: readonly string[];
  /**
   * Project folders of the development loop: the sandbox runs their migrations and loads no code.
   */
  readonly projects?: readonly string[];
  /** 0 picks a free port. */
  readonly port: number;
  readonly logger: Logger;
}

/** A running sandbox. */
export interface Sandbox {
  readonly url: string;
  /** For the `Authorization: Bearer` header; its user has every permission. */
  readonly token: string;
  stop(): Promise<void>;
}

/**
 * Starts a host with an in-memory database that serves the given applications to every tenant.
 *
 * It has no market, cache server or broker. For a jar that lies in its project, the project's
 * migrations run first. A jar that fails to load does not affect the others; `GET /sandbox` reports
 * why. (spec: Build and run 4; design 9.4-24)
 */
export async function startSandbox({ jars, projects = [], port, logger }: SandboxOptions): Promise<Sandbox> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-sandbox-'));
  const password = randomUUID();
  const { config } = loadConfig({
    directories: [],
    env: {},
    args: [
      `--platform.data-dir=${directory}`,
      '--database.type=sqlite',
      '--database.file=:memory:',
      `--platform.admin-password=${password}`,
      '--platform.development=true',
    ],
  });
  const codes = jars.map((jar) => parseJarName(basename(jar))?.appCode ?? basename(jar));
  const developed = await Promise.all(projects.map(codeOf));
  const modules = await startModules(
    [
      httpModule,
      dataModule,
      infraModule,
      messagingModule,
      systemModule,
      pluginRuntimeModule,
      pluginDevelopmentModule,
      schedulerModule,
      sandboxModule([...codes, ...developed]),
    ],
    config,
    logger,
  );
  const database = modules.services.use(DATABASE);
  const runtime = modules.services.use(PLUGIN_RUNTIME);
  for (const jar of jars) await runFolder(join(dirname(resolve(jar)), '..', 'migrations'), database);
  for (const project of projects) await runFolder(join(project, 'migrations'), database);
  await Promise.allSettled(jars.map((jar, index) => runtime.load(codes[index] ?? '', resolve(jar))));
  const server = createServer(modules.services.use(HTTP).handle);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token: await logIn(url, password),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await modules.dispose();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function codeOf(project: string): Promise<string> {
  const { code } = JSON.parse(await readFile(join(project, 'app.json'), 'utf8')) as { code: string };
  return code;
}

async function logIn(url: string, password: string): Promise<string> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { data, msg } = (await response.json()) as { data?: { token: string }; msg: string };
  if (!data) throw new Error(`The sandbox could not log in: ${msg}`);
  return data.token;
}
