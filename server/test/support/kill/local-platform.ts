import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '../../../src/data/testing/open.ts';
import type { TestDatabase } from '../../../src/data/testing/servers.ts';
import { createHost, type Host } from '../../../src/host.ts';
import { testServices } from '../../../src/system/testing/test-services.ts';
import { loadConfig, silentLogger } from '../../../src/kernel/index.ts';
import { publicKeys } from '../../../src/market/testing/test-packages.ts';
import { ApiClient } from '@platform/cli';
import { trustKey } from '../../../../scripts/lib/trust-key.ts';
import { enableLocalStorage } from '../../../../scripts/lib/enable-local-storage.ts';
import { effects, type Observer } from './effects.ts';
import { prepareSecondTenant, type Operated, type Tokens } from './operated.ts';
import { stateOf, type PlatformState } from './platform-state.ts';

type DatabaseConfig = TestDatabase['config'];

const PASSWORD = 'Kill-password-1!';

/** The originals, which are not counted. */
const { cpSync, mkdtempSync, rmSync, writeFileSync } = fs;

/** The disk as a process killed at one of its changes would leave it. */
export interface Snapshot {
  /** Which change, counted from 1. */
  readonly n: number;
  /** The change it was about to make. */
  readonly place: string;
  readonly data: string;
}

/** Whether the disk is to be copied at the n-th change. */
type Wanted = (n: number) => boolean;

/** A database server and the port that the host connects to, which may be a proxy's. */
export interface ByPort {
  readonly database: TestDatabase;
  readonly port: number;
}

/** A whole host in this process. On SQLite its disk can be copied before each change. */
export class LocalPlatform implements Operated {
  readonly data: string;
  readonly api: ApiClient;
  readonly other: ApiClient;
  readonly #host: Host;
  readonly #tokens: Tokens;
  readonly #database: DatabaseConfig;

  private constructor(data: string, host: Host, tokens: Tokens, database = sqliteIn(data)) {
    const { url } = host.gateway.api;
    this.data = data;
    this.#host = host;
    this.#tokens = tokens;
    this.#database = database;
    this.api = new ApiClient(url, tokens.admin);
    this.other = new ApiClient(url, tokens.other);
  }

  /**
   * A first start.
   *
   * @param args configuration as on the command line
   * @param server where it is not SQLite
   */
  static async create(args: readonly string[] = [], server?: ByPort): Promise<LocalPlatform> {
    const data = mkdtempSync(join(tmpdir(), 'local-'));
    writeFileSync(join(data, 'public.pem'), publicKeys[0] ?? '');
    const database = server?.database.config ?? sqliteIn(data);
    const byPort = server ? [...server.database.args, `--database.port=${server.port}`] : [];
    const host = await hostOn(data, [...byPort, ...args]);
    const { url } = host.gateway.api;
    const clients = { api: new ApiClient(url), other: new ApiClient(url) };
    const admin = await clients.api.login('admin', PASSWORD);
    await enableLocalStorage(clients.api);
    const other = await prepareSecondTenant(clients, PASSWORD, (sql) => rowsOf(database, sql));
    return new LocalPlatform(data, host, { admin, other }, database);
  }

  /** Another one on a snapshot of this one. */
  async startedOn(data: string): Promise<LocalPlatform> {
    return new LocalPlatform(data, await hostOn(data), this.#tokens);
  }

  /**
   * Does `work`.
   *
   * @param wanted at which changes, counted from 1, the disk is copied
   * @returns the copies, each made in front of a change
   */
  snapshotsDuring(work: (platform: Operated) => Promise<unknown>, wanted: Wanted): Promise<Snapshot[]> {
    return snapshotsOf(this.data, wanted, () => work(this));
  }

  /**
   * The same during a start on a snapshot of this host, which completes interrupted operations. The
   * snapshot is used up.
   */
  async snapshotsDuringStart(data: string, wanted: Wanted): Promise<Snapshot[]> {
    let started: LocalPlatform | undefined;
    const snapshots = await snapshotsOf(data, wanted, async () => {
      started = await this.startedOn(data);
    });
    await started?.remove();
    return snapshots;
  }

  state(): Promise<PlatformState> {
    return stateOf(this.data, (sql) => rowsOf(this.#database, sql), this.#host.gateway.api.url);
  }

  stop(): Promise<void> {
    return this.#host.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

async function snapshotsOf(data: string, wanted: Wanted, work: () => Promise<unknown>): Promise<Snapshot[]> {
  let count = 0;
  const snapshots: Snapshot[] = [];
  const copy: Observer = (describe) => {
    count += 1;
    if (!wanted(count)) return;
    effects.observe(undefined);
    const place = describe().replace(data, '');
    snapshots.push({ n: count, place, data: copyOf(data) });
    effects.observe(copy);
  };
  effects.observe(copy);
  try {
    await work();
    return snapshots;
  } finally {
    effects.observe(undefined);
  }
}

/** A folder with what another holds at this moment. */
export function copyOf(data: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'snapshot-'));
  cpSync(data, copy, { recursive: true });
  return copy;
}

function hostOn(data: string, args: readonly string[] = []): Promise<Host> {
  const { config } = loadConfig({
    directories: [trustKey(data, join(data, 'public.pem'))],
    env: {},
    args: [
      '--server.port=0',
      '--frontend.port=0',
      `--platform.data-dir=${data}`,
      `--platform.admin-password=${PASSWORD}`,
      ...args,
    ],
  });
  return createHost(config, silentLogger, testServices());
}

const sqliteIn = (data: string): DatabaseConfig => ({ type: 'sqlite', file: join(data, 'platform.db') });

async function rowsOf(config: DatabaseConfig, sql: string): Promise<Array<Record<string, unknown>>> {
  const database = await openTestDatabase(config);
  try {
    return (await database.raw(sql)).rows;
  } finally {
    await database.close();
  }
}
