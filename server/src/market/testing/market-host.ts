import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { clusterModule } from '../../cluster/index.ts';
import { DATABASE, dataModule, HOST_RELEASE, type Database, type HostRelease } from '../../data/index.ts';
import { placeMigratedDatabase } from '../../data/testing/migrated-file.ts';
import { infraModule } from '../../infra/index.ts';
import {
  HTTP,
  httpModule,
  loadConfig,
  requestContext,
  silentLogger,
  startModules,
  THIS_WORKER,
  type ModuleHost,
  type ThisWorker,
} from '../../kernel/index.ts';
import { messagingModule } from '../../messaging/index.ts';
import { pluginRuntimeModule } from '../../plugin-runtime/index.ts';
import { systemModule } from '../../system/index.ts';
import { testServices } from '../../system/testing/test-services.ts';
import { marketModule } from '../index.ts';
import { publicKeys } from './test-packages.ts';

const PASSWORD = 'Test-password-1!';

/** An answer of the host: the envelope with the HTTP status. */
export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly error?: string;
  readonly fix?: string;
  readonly details?: unknown;
  // Tests know the shape of each answer.
  readonly data: Readonly<Record<string, unknown>> & readonly unknown[];
  readonly total?: number;
  readonly rows?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** A whole host in a temporary directory, reached over HTTP as its administrator. */
export class MarketHost {
  readonly directory: string;
  readonly url: string;
  readonly host: ModuleHost;
  readonly #server: Server;
  /** Token of the last login. */
  token = '';

  private constructor(directory: string, host: ModuleHost, server: Server) {
    this.directory = directory;
    this.host = host;
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /**
   * @param directory data of an earlier host
   * @param revokedKeys ids of revoked keys
   * @param release of another version of the host
   * @param worker this host among others of one data directory
   */
  static async start(
    args: readonly string[] = [],
    directory?: string,
    revokedKeys: readonly string[] = [],
    release?: HostRelease,
    worker?: ThisWorker,
  ): Promise<MarketHost> {
    const folder = directory ?? (await mkdtemp(join(tmpdir(), 'platform-market-')));
    await placeMigratedDatabase(folder);
    const security = { 'public-key': publicKeys, 'revoked-keys': revokedKeys };
    const yml = stringify({ 'app-market': { security } });
    await writeFile(join(folder, 'application.yml'), yml);
    const { config } = loadConfig({
      directories: [folder],
      env: {},
      args: [`--platform.data-dir=${folder}`, `--platform.admin-password=${PASSWORD}`, ...args],
    });
    const modules = [
      httpModule,
      dataModule,
      infraModule,
      clusterModule,
      messagingModule,
      systemModule,
      pluginRuntimeModule,
      marketModule,
    ];
    const services = testServices();
    if (release) services.provide(HOST_RELEASE, release);
    if (worker) services.provide(THIS_WORKER, worker);
    const host = await startModules(modules, config, silentLogger, services);
    const server = createServer(host.services.use(HTTP).handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const started = new MarketHost(folder, host, server);
    await started.#enableStorage();
    await started.login('000000');
    return started;
  }

  get database(): Database {
    return this.host.services.use(DATABASE);
  }

  async login(tenantId: string, username = 'admin', password = PASSWORD): Promise<void> {
    const body = { username, password, tenantId };
    const answer = await this.call('POST', '/auth/login', body);
    this.token = (answer.data as unknown as { token: string }).token;
  }

  async call(method: string, path: string, body?: unknown, token = this.token): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status };
  }

  /** The raw response, for streams. */
  open(path: string, signal: AbortSignal): Promise<Response> {
    return fetch(this.url + path, { headers: { authorization: `Bearer ${this.token}` }, signal });
  }

  async upload(file: string, name = basename(file)): Promise<Answer> {
    const form = new FormData();
    form.set('file', new Blob([await readFile(file)]), name);
    return this.call('POST', '/app/package/parse', form);
  }

  /** Uploads and saves a version. @returns its id */
  async save(file: string): Promise<{ versionId: number; appId: number }> {
    const { packageUrl, packageSha256 } = ok(await this.upload(file));
    const saved = ok(await this.call('POST', '/app/version', { packageUrl, packageSha256 }));
    return { versionId: saved['versionId'] as number, appId: saved['appId'] as number };
  }

  /** Uploads, saves, publishes and lists. */
  async publish(file: string): Promise<{ versionId: number; appId: number }> {
    const saved = await this.save(file);
    ok(await this.call('POST', `/app/version/${saved.versionId}/publish`));
    ok(await this.call('POST', `/app/console/${saved.appId}/status?status=1`));
    return saved;
  }

  rows<T>(work: (query: Database['query']) => Promise<T>): Promise<T> {
    return requestContext.runIgnoringTenant(() => work(this.database.query));
  }

  /** Stops the host; its data stays. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.host.dispose();
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** The local one, where none is. */
  async #enableStorage(): Promise<void> {
    await this.rows(async (query) => {
      const storages = query.updateTable('sys_oss_config').set({ status: 1 });
      const enabled = await query
        .selectFrom('sys_oss_config')
        .where('status', '=', 1)
        .select('config_key')
        .execute();
      if (enabled.length === 0) await storages.where('storage_type', '=', 'local').execute();
    });
  }
}

/** The data of a successful answer. @throws the host's error otherwise */
export function ok(answer: Answer): Answer['data'] {
  if (answer.status !== 200) {
    throw new Error(
      `${answer.status} ${answer.error ?? ''}: ${answer.msg} ${JSON.stringify(answer.details)}`,
    );
  }
  return answer.data;
}
