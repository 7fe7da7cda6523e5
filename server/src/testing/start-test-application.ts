import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigService, HttpClient } from '@platform/plugin-sdk/core';
import { inheritedFacts, TRANSACTIONS, type AbstractClass } from '@platform/plugin-sdk/host';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import type { RecordedMessage, TestApplication, TestApplicationOptions } from '@platform/plugin-sdk/testing';
import { DATABASE, dataModule, ROW_REACHES, runFolder } from '../data/index.ts';
import { APPLICATION_SERVICES, EVENTS, infraModule } from '../infra/index.ts';
import {
  defineModule,
  DEFAULT_TENANT,
  HTTP,
  httpModule,
  loadConfig,
  requestContext,
  ServiceRegistry,
  startModules,
  type Logger,
  type ModuleHost,
} from '../kernel/index.ts';
import { MESSAGING, messagingModule } from '../messaging/index.ts';
import { STAND_INS } from '../plugin-runtime/capabilities/host-capabilities.ts';
import { PluginHttpClient } from '../plugin-runtime/capabilities/plugin-http-client.ts';
import { PLUGIN_RUNTIME, pluginRuntimeModule } from '../plugin-runtime/index.ts';
import { systemModule } from '../system/index.ts';
import { beanProbe } from './bean-probe.ts';
import { collectingLogger, type LogLine } from './collecting-logger.ts';
import { RecordingProducer } from './recording-producer.ts';
import { RunningTestApplication } from './running-test-application.ts';
import { call, testReaches, userOfToken } from './test-calls.ts';
import { findProject, testJar } from './test-jar.ts';

/**
 * Implements `testApplication` of the SDK with the host's own code on an in-memory database.
 * (design 3.5)
 */
export async function startTestApplication(options: TestApplicationOptions): Promise<TestApplication> {
  const project = await findProject(options.root);
  const directory = await mkdtemp(join(tmpdir(), 'platform-test-'));
  const lines: LogLine[] = [];
  const messages: RecordedMessage[] = [];
  const standIns = new Map<AbstractClass, object>(options.provide ?? []);
  const modules = await startHost(directory, collectingLogger(lines), standIns);
  const { services } = modules;
  if (!standIns.has(MessageProducer)) {
    const producer = (): MessageProducer => services.use(MESSAGING).producer(project.code);
    standIns.set(MessageProducer, new RecordingProducer(messages, producer));
  }
  if (!standIns.has(HttpClient)) standIns.set(HttpClient, new PluginHttpClient(answering(options.fetch)));
  const events: object[] = [];
  services.use(EVENTS).relay((event) => {
    events.push(event);
    return [];
  });
  let server: Server | undefined;
  const close = async (): Promise<void> => {
    server?.closeAllConnections();
    await new Promise((closed) => (server ? server.close(closed) : closed(undefined)));
    await modules.dispose();
    // The classes belong to the test, and another test of this process may use them without a
    // database.
    for (const type of options.classes)
      for (const transactions of inheritedFacts(type, TRANSACTIONS)) transactions.run = undefined;
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const database = services.use(DATABASE);
    if (options.migrations !== false) await runFolder(join(project.dir, 'migrations'), database);
    await configure(services.use(APPLICATION_SERVICES).find(ConfigService, project.code), options.config);
    const probe = beanProbe(options.classes);
    await services
      .use(PLUGIN_RUNTIME)
      .load(project.code, await testJar(project, [...options.classes, probe.type]));
    server = createServer(services.use(HTTP).handle).listen(0, '127.0.0.1');
    await new Promise((listening) => server?.once('listening', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await enableLocalStorage(url);
    return new RunningTestApplication({
      code: project.code,
      url,
      services,
      beans: probe.beans,
      events,
      messages,
      lines,
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

async function startHost(
  directory: string,
  logger: Logger,
  standIns: ReadonlyMap<AbstractClass, object>,
): Promise<ModuleHost> {
  const { config } = loadConfig({
    directories: [],
    env: {},
    args: [
      `--platform.data-dir=${directory}`,
      '--database.type=sqlite',
      '--database.file=:memory:',
      '--platform.development=true',
      '--open-api.rate-limit.max=1000000',
    ],
  });
  const testing = defineModule({
    name: 'testing',
    depends: ['http', 'system'],
    setup(ctx) {
      ctx.provide(STAND_INS, standIns);
      ctx.use(HTTP).useAuthenticator({ authenticate: userOfToken });
    },
  });
  const services = new ServiceRegistry();
  services.provide(ROW_REACHES, testReaches);
  return startModules(
    [httpModule, dataModule, infraModule, messagingModule, systemModule, testing, pluginRuntimeModule],
    config,
    logger,
    services,
  );
}

async function configure(
  service: object | undefined,
  config: Readonly<Record<string, string>> = {},
): Promise<void> {
  await requestContext.runAs(DEFAULT_TENANT, async () => {
    for (const [key, value] of Object.entries(config)) await (service as ConfigService).set(key, value);
  });
}

/** As an operator would: no storage is enabled at first. */
async function enableLocalStorage(url: string): Promise<void> {
  const as = { permissions: ['*:*:*'] };
  const { data } = await call<{ rows: Array<{ ossConfigId: number; storageType: string }> }>(
    url,
    'GET',
    '/system/ossConfig/list',
    { as },
  );
  const local = data.rows.find(({ storageType }) => storageType === 'local');
  await call(url, 'PUT', `/system/ossConfig/${local?.ossConfigId}/status`, { as, body: { status: 1 } });
}

/** `fetch` that a test answers. */
const answering =
  (answer: TestApplicationOptions['fetch']): typeof fetch =>
  async (input, init) => {
    if (!answer) throw new TypeError('The test answers no calls: give testApplication a `fetch`.');
    return answer(new Request(input, init));
  };
