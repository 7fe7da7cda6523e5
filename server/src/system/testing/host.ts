import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterModule } from '../../cluster/index.ts';
import { dataModule } from '../../data/index.ts';
import { infraModule } from '../../infra/index.ts';
import { messagingModule } from '../../messaging/index.ts';
import {
  CLOCK,
  HTTP,
  httpModule,
  loadConfig,
  type ServiceRegistry,
  silentLogger,
  startModules,
  type HttpService,
  type Module,
} from '../../kernel/index.ts';
import { systemModule } from '../index.ts';
import { placeMigratedDatabase } from '../../data/testing/migrated-file.ts';
import { testServices } from './test-services.ts';

export const ADMIN_PASSWORD = 'granite-otter-42';

/** An answer, its envelope parsed where it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Envelope;
}

export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly error?: string;
  readonly data?: never;
  readonly total?: number;
  readonly rows?: ReadonlyArray<Record<string, unknown>>;
  readonly details?: unknown;
  readonly fix?: string;
}

/** Sends requests with a token. */
export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** A clock that only tests move on: a busy machine expires nothing. */
export interface TestClock {
  now(): number;
  advance(milliseconds: number): void;
}

export interface TestHost {
  readonly origin: string;
  readonly services: ServiceRegistry;
  readonly http: HttpService;
  readonly clock: TestClock;
  readonly directory: string;
  /** Without a token. */
  readonly anonymous: Client;
  as(token: string): Client;
  login(username: string, password: string, tenantId?: string): Promise<Client>;
  admin(): Promise<Client>;
  stop(): Promise<void>;
}

export interface TestHostOptions {
  /** Further arguments as on the command line. */
  readonly args?: readonly string[];
  /** Modules beside those of the system. */
  readonly modules?: readonly Module[];
  /** Data directory of an earlier host; it is left in place. */
  readonly directory?: string;
  /** Provides what a module would find, before they are set up. */
  readonly provide?: (services: ServiceRegistry) => void;
}

/** The system APIs in this process, over real HTTP, on an empty SQLite database. */
export async function startTestHost(options: TestHostOptions = {}): Promise<TestHost> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'platform-system-')));
  const { config } = loadConfig({
    directories: [],
    env: {},
    args: [
      `--platform.data-dir=${directory}`,
      `--platform.admin-password=${ADMIN_PASSWORD}`,
      '--session.login-rate-max=10000',
      '--logging.access=off',
      ...(options.args ?? []),
    ],
  });
  await placeMigratedDatabase(directory);
  let now = Date.now();
  const clock: TestClock = { now: () => now, advance: (ms) => void (now += ms) };
  const services = testServices();
  services.provide(CLOCK, clock);
  options.provide?.(services);
  const modules = [
    httpModule,
    dataModule,
    infraModule,
    clusterModule,
    messagingModule,
    systemModule,
    ...(options.modules ?? []),
  ];
  const removeData = async (): Promise<void> => {
    if (!options.directory) await rm(directory, { recursive: true, force: true });
  };
  const host = await startModules(modules, config, silentLogger, services).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  const http = services.use(HTTP);
  const server = createServer((request, response) => http.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const as = (token: string | undefined): Client => clientOf(origin, token);
  const anonymous = as(undefined);
  const login = async (username: string, password: string, tenantId?: string): Promise<Client> => {
    const answer = await anonymous('POST', '/auth/login', { username, password, tenantId });
    if (answer.status !== 200) throw new Error(`Login of ${username} failed: ${answer.text}`);
    return as((answer.body.data as unknown as { token: string }).token);
  };
  return {
    origin,
    services,
    http,
    clock,
    directory,
    anonymous,
    as,
    login,
    admin: () => login('admin', ADMIN_PASSWORD),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await host.dispose();
      await removeData();
    },
  };
}

function clientOf(origin: string, token: string | undefined): Client {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (json ? JSON.parse(text) : {}) as Envelope,
    };
  };
}

/** The data of an answer, which is to be a success. */
export function dataOf<T>(answer: Answer): T {
  if (answer.status !== 200) throw new Error(`Unexpected answer: ${answer.text}`);
  return answer.body.data as unknown as T;
}
