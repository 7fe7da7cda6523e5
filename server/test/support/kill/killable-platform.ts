import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openTestDatabase } from '../../../src/data/testing/open.ts';
import type { TestDatabase } from '../../../src/data/testing/servers.ts';
import { publicKeys } from '../../../src/market/testing/test-packages.ts';
import { ApiClient } from '@platform/cli';
import { buildServer } from '../../../../scripts/lib/build.ts';
import { trustKey } from '../../../../scripts/lib/trust-key.ts';
import { startHost, type HostProcess } from '../../../../scripts/lib/host-process.ts';
import { joinPlatform } from '../../../../scripts/lib/join-platform.ts';
import { inRoot } from '../../../../scripts/lib/paths.ts';
import { enableLocalStorage } from '../../../../scripts/lib/enable-local-storage.ts';
import { copyDatabase } from './copy-database.ts';
import { prepareSecondTenant, type Operated, type Tokens } from './operated.ts';
import { stateOf, type PlatformState } from './platform-state.ts';

const PASSWORD = 'Kill-password-1!';

/** Configuration of a host beside its database and its directory. */
export type Settings = Readonly<Record<string, string | number>>;

/** The built host in its own process, on its own database, which can be killed at any change. */
export class KillablePlatform implements Operated {
  readonly data: string;
  readonly database: TestDatabase;
  api!: ApiClient;
  other!: ApiClient;
  readonly #settings: Settings;
  #host!: HostProcess;
  #tokens: Tokens | undefined;

  private constructor(data: string, database: TestDatabase, settings: Settings, tokens?: Tokens) {
    this.data = data;
    this.database = database;
    this.#settings = settings;
    this.#tokens = tokens;
  }

  /** A first start on an empty database; it is dropped with the platform. */
  static async create(database: TestDatabase, settings: Settings = {}): Promise<KillablePlatform> {
    await buildServer();
    const data = mkdtempSync(join(tmpdir(), 'killable-'));
    writeFileSync(join(data, 'public.pem'), publicKeys[0] ?? '');
    const platform = new KillablePlatform(data, database, settings);
    await platform.#run();
    const admin = await platform.api.login('admin', PASSWORD);
    await enableLocalStorage(platform.api);
    const other = await prepareSecondTenant(platform, PASSWORD, (sql) => platform.rows(sql));
    platform.#tokens = { admin, other };
    return platform;
  }

  /** A new platform with the data of this one, which has been stopped. */
  async copy(): Promise<KillablePlatform> {
    const data = mkdtempSync(join(tmpdir(), 'killable-'));
    cpSync(this.data, data, { recursive: true });
    return new KillablePlatform(data, await copyDatabase(this.database), this.#settings, this.#tokens);
  }

  /** Starts another host of the platform, on a disk of its own but for stored objects. */
  async neighbour(): Promise<KillablePlatform> {
    const data = mkdtempSync(join(tmpdir(), 'killable-'));
    joinPlatform(this.data, data);
    cpSync(join(this.data, 'public.pem'), join(data, 'public.pem'));
    const database = { ...this.database, drop: () => Promise.resolve() };
    const neighbour = new KillablePlatform(data, database, this.#settings, this.#tokens);
    await neighbour.#run();
    return neighbour;
  }

  /** Kills it at the n-th effect from now on. @param places pattern of those that count */
  arm(n: number, places = ''): void {
    rmSync(this.#placeFile, { force: true });
    writeFileSync(this.#armFile, `${n}\n${places}`);
  }

  /** Does `work`. @returns at which effect it was killed meanwhile, if it was */
  async killedDuring(work: (platform: Operated) => Promise<unknown>): Promise<string | undefined> {
    let killed = false;
    const end = this.#host.ended.then(() => void (killed = true));
    const done = work(this).catch(async (error: unknown) => {
      // A request that a kill cut off fails a moment before the end of the process is known.
      await Promise.race([end, wait(2000)]);
      if (!killed && !existsSync(this.#placeFile)) throw error;
    });
    await Promise.race([end, done]);
    rmSync(this.#armFile, { force: true });
    // It may also be killed a moment after it has answered.
    if (!existsSync(this.#placeFile)) return undefined;
    await end;
    return readFileSync(this.#placeFile, 'utf8');
  }

  /** Starts it on what is there. @param program file of another build of the host */
  async start(program?: string): Promise<void> {
    await this.#run(program);
  }

  async stop(): Promise<void> {
    await this.#host.stop();
  }

  /** Ends it and takes data and database away. */
  async remove(): Promise<void> {
    this.#host?.kill();
    await this.#host?.ended;
    await this.database.drop();
    for (const path of [this.data, this.#armFile, this.#placeFile])
      rmSync(path, { recursive: true, force: true });
  }

  state(): Promise<PlatformState> {
    return stateOf(this.data, (sql) => this.rows(sql), this.url);
  }

  get url(): string {
    return this.#host.ready.api;
  }

  get #armFile(): string {
    return `${this.data}.arm`;
  }

  /** Written by the host before it kills itself. */
  get #placeFile(): string {
    return `${this.#armFile}.place`;
  }

  /** Reads the database without the host. */
  async rows(sql: string): Promise<Array<Record<string, unknown>>> {
    const { config } = this.database;
    const database = await openTestDatabase(config);
    try {
      return (await database.raw(sql)).rows;
    } finally {
      await database.close();
    }
  }

  async #run(program?: string): Promise<void> {
    this.#host = await startHost({
      ...(program ? { program } : {}),
      settings: {
        'server.port': 0,
        'frontend.port': 0,
        'platform.data-dir': this.data,
        'logging.console': 'off',
        ...settingsOf(this.database),
        ...this.#settings,
      },
      env: {
        PLATFORM_ADMIN_PASSWORD: PASSWORD,
        PLATFORM_CONFIG_DIR: trustKey(this.data, join(this.data, 'public.pem')),
        PLATFORM_KILL_FILE: this.#armFile,
        NODE_OPTIONS: `--import=${pathToFileURL(inRoot('server/test/support/kill/preload.ts')).href}`,
      },
      output: 'ignore',
    });
    const { api } = this.#host.ready;
    this.api = new ApiClient(api, this.#tokens?.admin);
    this.other = new ApiClient(api, this.#tokens?.other);
  }
}

/** Where the host finds its database. */
function settingsOf({ config }: TestDatabase): Record<string, string | number> {
  if (config.type === 'sqlite') return { 'database.type': config.type, 'database.file': config.file };
  return {
    'database.type': config.type,
    'database.host': config.host,
    'database.port': config.port,
    'database.name': config.name,
    'database.user': config.user,
  };
}
