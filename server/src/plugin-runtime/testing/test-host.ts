import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dataModule } from '../../data/index.ts';
import { placeMigratedDatabase } from '../../data/testing/migrated-file.ts';
import { infraModule } from '../../infra/index.ts';
import {
  defineModule,
  HTTP,
  httpModule,
  loadConfig,
  startModules,
  type Logger,
  type Module,
  type ModuleHost,
  type SessionUser,
} from '../../kernel/index.ts';
import { messagingModule } from '../../messaging/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { APPLICATION_ACCESS, type ApplicationAccess } from '../contract/application-access.ts';
import { pluginRuntimeModule } from '../module.ts';
import { PLUGIN_RUNTIME, type PluginRuntime } from '../contract/plugin-runtime.ts';
import { PluginWorkshop, type Sources } from './plugin-project.ts';

/** The token of a logged-in user on the test host. */
export const TOKEN = 'test-token';

const user: SessionUser = {
  userId: 1,
  userName: 'tester',
  tenantId: '000000',
  roles: ['tester'],
  permissions: [],
  sessionId: 1,
};

export interface TestHostOptions {
  readonly args?: readonly string[];
  readonly access?: ApplicationAccess;
  /** Permissions of the user of {@link TOKEN}. */
  readonly permissions?: readonly string[];
  readonly modules?: readonly Module[];
  /** Receives log lines in place of {@link TestHost.log}. */
  readonly logger?: Logger;
}

/** Kernel, data and plugin runtime on a temporary directory, served over real HTTP. */
export class TestHost {
  readonly runtime: PluginRuntime;
  readonly workshop: PluginWorkshop;
  readonly log: LogLine[];
  readonly url: string;
  readonly modules: ModuleHost;
  readonly #server: Server;

  private constructor(modules: ModuleHost, workshop: PluginWorkshop, log: LogLine[], server: Server) {
    this.modules = modules;
    this.runtime = modules.services.use(PLUGIN_RUNTIME);
    this.workshop = workshop;
    this.log = log;
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(options: TestHostOptions = {}, workshop?: PluginWorkshop): Promise<TestHost> {
    const shop = workshop ?? (await PluginWorkshop.open());
    await placeMigratedDatabase(shop.directory);
    const log: LogLine[] = [];
    const { config } = loadConfig({
      directories: [],
      env: {},
      args: [
        `--platform.data-dir=${shop.directory}`,
        `--app-market.deploy.plugin-dir=${shop.pluginDir}`,
        '--open-api.rate-limit.max=1000000',
        ...(options.args ?? []),
      ],
    });
    const session = defineModule({
      name: 'session',
      depends: ['http'],
      setup: (ctx) => {
        const known = { ...user, permissions: options.permissions ?? [] };
        ctx.use(HTTP).useAuthenticator({ authenticate: (token) => (token === TOKEN ? known : undefined) });
        if (options.access) ctx.provide(APPLICATION_ACCESS, options.access);
      },
    });
    const modules = await startModules(
      [
        httpModule,
        dataModule,
        infraModule,
        messagingModule,
        session,
        ...(options.modules ?? []),
        pluginRuntimeModule,
      ],
      config,
      options.logger ?? collectingLogger(log),
    );
    const server = createServer(modules.services.use(HTTP).handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestHost(modules, shop, log, server);
  }

  /**
   * Builds a version and loads it.
   *
   * @param manifest further fields of `app.json`
   */
  async load(code: string, version: string, sources: Sources, manifest: object = {}) {
    return this.runtime.load(code, await this.workshop.jar(code, version, sources, manifest));
  }

  /** @returns status and body; JSON is parsed */
  async get(path: string, init: RequestInit & { readonly token?: string } = { token: TOKEN }) {
    const headers = { ...init.headers, ...(init.token ? { authorization: `Bearer ${init.token}` } : {}) };
    const response = await fetch(this.url + path, { ...init, headers });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: (json ? JSON.parse(text) : text) as Record<string, unknown> };
  }

  async stop(options: { readonly keepFiles?: boolean } = {}): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.modules.dispose();
    if (!options.keepFiles) await this.workshop.close();
  }
}
