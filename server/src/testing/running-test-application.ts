import { EventPublisher } from '@platform/plugin-sdk/core';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { ExecuteResult } from '@platform/plugin-sdk/job';
import { Database } from '@platform/plugin-sdk/orm';
import type {
  RecordedMessage,
  TestAnswer,
  TestApplication,
  TestLogLine,
  TestRequest,
  TestUser,
} from '@platform/plugin-sdk/testing';
import { DEFAULT_TENANT, requestContext, type ServiceRegistry } from '../kernel/index.ts';
import { hostCapabilities } from '../plugin-runtime/capabilities/host-capabilities.ts';
import { JOB_EXECUTORS } from '../plugin-runtime/index.ts';
import type { LogLine } from './collecting-logger.ts';
import { call, sessionOf } from './test-calls.ts';

interface Parts {
  readonly code: string;
  readonly url: string;
  readonly services: ServiceRegistry;
  readonly beans: readonly object[];
  readonly events: readonly object[];
  readonly messages: readonly RecordedMessage[];
  /** Log of the whole host. */
  readonly lines: readonly LogLine[];
  close(): Promise<void>;
}

/** {@link TestApplication} over the host's parts. */
export class RunningTestApplication implements TestApplication {
  readonly #parts: Parts;
  readonly #capability: (token: AbstractClass) => object | undefined;
  readonly events: readonly object[];
  readonly messages: readonly RecordedMessage[];
  readonly database: Database;

  constructor(parts: Parts) {
    this.#parts = parts;
    const capabilities = hostCapabilities(parts.services, () => [DEFAULT_TENANT]);
    this.#capability = (token) => capabilities(parts.code, token);
    this.events = parts.events;
    this.messages = parts.messages;
    this.database = this.bean(Database);
  }

  get log(): readonly TestLogLine[] {
    return this.#parts.lines.filter(({ fields }) => fields['logger'] === `app.${this.#parts.code}`);
  }

  readonly get = <T>(path: string, request: TestRequest = {}): Promise<TestAnswer<T>> =>
    call<T>(this.#parts.url, 'GET', path, request);

  readonly post = <T>(path: string, request: TestRequest = {}): Promise<TestAnswer<T>> =>
    call<T>(this.#parts.url, 'POST', path, request);

  readonly put = <T>(path: string, request: TestRequest = {}): Promise<TestAnswer<T>> =>
    call<T>(this.#parts.url, 'PUT', path, request);

  readonly patch = <T>(path: string, request: TestRequest = {}): Promise<TestAnswer<T>> =>
    call<T>(this.#parts.url, 'PATCH', path, request);

  readonly delete = <T>(path: string, request: TestRequest = {}): Promise<TestAnswer<T>> =>
    call<T>(this.#parts.url, 'DELETE', path, request);

  bean<T extends object>(token: AbstractClass<T>): T {
    const bean = this.#parts.beans.find((instance) => instance instanceof token) ?? this.#capability(token);
    if (bean) return bean as T;
    throw new Error(
      `Nothing answers to ${token.name}: name its class in \`classes\`, or give it in \`provide\`.`,
    );
  }

  as<T>(user: TestUser, work: () => T): T {
    const session = sessionOf(user);
    return requestContext.run({ requestId: 'test', tenantId: session.tenantId, user: session }, work);
  }

  publish(event: object): Promise<void> {
    return this.as({}, () => this.#parts.services.use(EventPublisher).publishAndWait(event));
  }

  async runJob(name: string, params?: unknown, tenantId = DEFAULT_TENANT): Promise<ExecuteResult> {
    const run = this.#parts.services.use(JOB_EXECUTORS).find(name, tenantId);
    if (!run) throw new Error(`No class of \`classes\` is the job ${name}.`);
    const line = (): void => undefined;
    return requestContext.runAs(tenantId, () =>
      run({
        taskId: 1,
        taskName: name,
        params,
        tenantId,
        attempt: 1,
        signal: AbortSignal.timeout(120_000),
        log: { info: line, warn: line, error: line },
      }),
    );
  }

  close(): Promise<void> {
    return this.#parts.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
