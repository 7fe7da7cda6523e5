import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostContracts, type Contract } from '@platform/host-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actuatorModule } from './actuator/index.ts';
import { clusterModule } from './cluster/index.ts';
import { dataModule } from './data/index.ts';
import { doctorModule } from './doctor/index.ts';
import { infraModule } from './infra/index.ts';
import {
  HTTP,
  httpModule,
  loadConfig,
  silentLogger,
  startModules,
  type HttpService,
  type ModuleHost,
  type Route,
} from './kernel/index.ts';
import { incidentsModule } from './incidents/index.ts';
import { marketModule } from './market/index.ts';
import { messagingModule } from './messaging/index.ts';
import { monitorModule } from './monitor/index.ts';
import { pluginDevelopmentModule, pluginRuntimeModule } from './plugin-runtime/index.ts';
import { schedulerModule } from './scheduler/index.ts';
import { systemModule } from './system/index.ts';

const PASSWORD = 'Test-password-1!';

let directory: string;
let host: ModuleHost;
let http: HttpService;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-host-api-'));
  const { config } = loadConfig({
    directories: [directory],
    env: {},
    args: [
      `--platform.data-dir=${directory}`,
      `--platform.admin-password=${PASSWORD}`,
      '--platform.development=true',
    ],
  });
  const modules = [
    httpModule,
    dataModule,
    infraModule,
    clusterModule,
    messagingModule,
    systemModule,
    pluginRuntimeModule,
    incidentsModule,
    pluginDevelopmentModule,
    marketModule,
    schedulerModule,
    doctorModule,
    monitorModule,
    actuatorModule,
  ];
  host = await startModules(modules, config, silentLogger);
  http = host.services.use(HTTP);
});
afterAll(async () => {
  await host.dispose();
  await rm(directory, { recursive: true, force: true });
});

const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>): string => `${method} ${url}`;
const contractOf = (route: Route): Contract | undefined =>
  hostContracts.find((contract) => nameOf(contract) === nameOf(route));

describe('the contract of the host', () => {
  it('has every registered route, and no other', () => {
    expect(http.routeTable.map(nameOf).sort()).toEqual(hostContracts.map(nameOf).sort());
  });

  it('is what the routes register: caller, summary, schemas', () => {
    for (const route of http.routeTable) {
      const { auth, summary, schema } = contractOf(route) ?? {};
      expect({ auth: route.auth, summary: route.summary }, nameOf(route)).toEqual({ auth, summary });
      for (const part of ['query', 'params', 'body', 'response'] as const) {
        expect(route.schema?.[part], `${nameOf(route)} ${part}`).toBe(schema?.[part]);
      }
    }
  });

  it('has a response for every route', () => {
    const without = hostContracts.filter(({ schema, produces }) => !schema.response && !produces);
    expect(without.map(nameOf)).toEqual([]);
  });
});

it('design 9.8-65: the OpenAPI document lists every route of the contract with its response', async () => {
  const paths = await pathsOfDocument();
  for (const { method, url, produces = 'application/json' } of hostContracts) {
    const operation = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(Object.keys(operation?.responses['200']?.content ?? {}), `${method} ${url}`).toEqual([produces]);
  }
});

type Paths = Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;

async function pathsOfDocument(): Promise<Paths> {
  const server = createServer(http.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const login = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const answer = await fetch(`${origin}/v3/api-docs/platform`, {
    headers: { authorization: `Bearer ${data.token}` },
  });
  server.close();
  return ((await answer.json()) as { paths: Paths }).paths;
}
