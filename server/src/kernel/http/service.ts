import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlatformError } from '@platform/plugin-sdk/core';
import { systemClock } from '../clock.ts';
import type { PlatformConfig } from '../config/index.ts';
import type { Undo } from '../disposer.ts';
import type { Logger } from '../logger.ts';
import { PLATFORM_VERSION } from '../platform-version.ts';
import { serviceToken } from '../service.ts';
import { clientReader } from './client-facts.ts';
import { ApiDocs } from './api-docs.ts';
import {
  Edge,
  type ApplicationRouter,
  type Authenticator,
  type CookieSessions,
  type EdgeGuard,
  type RequestRecord,
  type TenantDirectory,
} from './edge.ts';
import { Compilers } from './compilers.ts';
import { createInstance, type AuditRecord, type InstanceOptions, type RouteInstance } from './instance.ts';
import type { MonitoringLogin } from './monitoring-login.ts';
import { RateLimits } from './rate-limits.ts';
import type { Route } from './route.ts';
import { SessionStreams } from './session-streams.ts';

/** Largest package, and so the largest upload, in bytes. (spec: Limits) */
const UPLOAD_LIMIT = 200 * 1024 * 1024;

/** Shared by the hosts of a process, whose schemas are constants. Applications have their own. */
const ofHost = new Compilers();

/** Collects the routes of modules and serves them, with those of applications. */
export class HttpService {
  readonly apiDocs: ApiDocs;
  /** Limits that hold for all hosts together. (design 16-13) */
  readonly rates = new RateLimits();
  readonly #edge: Edge;
  readonly #config: PlatformConfig;
  readonly #logger: Logger;
  readonly #routes: Route[] = [];
  readonly #auditors = new Set<(record: AuditRecord) => void>();
  readonly #stopping = new AbortController();
  readonly #streams: SessionStreams;
  #host: RouteInstance | undefined;
  #beforeAnswer: (() => void) | undefined;
  #monitoring: MonitoringLogin | undefined;

  constructor(config: PlatformConfig, logger: Logger) {
    this.#config = config;
    this.#logger = logger;
    this.#streams = new SessionStreams(logger);
    this.#edge = new Edge({
      openPatterns: config['open-api'].tenant['path-patterns'],
      openRate: this.rates.limit('open', config['open-api']['rate-limit'].max, systemClock),
      clientOf: clientReader(config.server['trust-proxy']),
      access: config.logging.access,
      logger: logger.child({ logger: 'access' }),
      host: { appCode: undefined, dispatch: (request, response) => this.#toHost(request, response) },
    });
    this.apiDocs = new ApiDocs(
      (appCode, tenantId) => {
        const found = this.#edge.applications?.route(appCode, false, tenantId);
        return found !== undefined && !(found instanceof PlatformError);
      },
      () => this.#edge.cookies?.names,
    );
    this.routes(this.apiDocs.routes());
  }

  /** The request listener of the API port. */
  get handle(): (request: IncomingMessage, response: ServerResponse) => void {
    return this.#edge.handle;
  }

  /**
   * Adds routes of the host, during set-up only.
   *
   * @throws ROUTE_WITHOUT_AUTH when a route does not declare who may call it
   */
  routes(routes: readonly Route[]): void {
    for (const route of routes) {
      if (!(route.auth as string | undefined)) {
        throw new PlatformError({
          code: 'ROUTE_WITHOUT_AUTH',
          message: `${route.method} ${route.url} does not declare who may call it.`,
        });
      }
      this.#routes.push(route);
    }
  }

  /** Every route of the host, for documents and for authorisation tests. */
  get routeTable(): readonly Route[] {
    return this.#routes;
  }

  /** Creates an instance with the host's conventions; the caller readies and closes it. */
  createInstance(
    options: Pick<
      InstanceOptions,
      'title' | 'version' | 'routes' | 'logger' | 'compilers' | 'timeLimit' | 'callbacks' | 'onFailure'
    >,
  ): Promise<RouteInstance> {
    return createInstance({
      bodyLimit: this.#config.server['body-limit-bytes'],
      uploadLimit: UPLOAD_LIMIT,
      stopping: this.#stopping.signal,
      streams: this.#streams,
      beforeAnswer: () => this.#beforeAnswer?.(),
      monitoring: () => this.#monitoring,
      onAudit: (record) => this.#auditors.forEach((listener) => listener(record)),
      ...options,
    });
  }

  /** Builds the host's own instance. */
  async ready(): Promise<void> {
    const title = this.#config.platform.name;
    this.#host = await this.createInstance({
      title,
      version: PLATFORM_VERSION,
      routes: this.#routes,
      logger: this.#logger,
      compilers: ofHost,
    });
    this.apiDocs.add('platform', this.#host);
    await this.#host.ready();
  }

  /** Ends event streams, which would keep the ports open. */
  stop(): void {
    this.#stopping.abort();
  }

  async close(): Promise<void> {
    this.#streams.close();
    await this.#host?.close();
  }

  useAuthenticator(authenticator: Authenticator): void {
    this.#edge.authenticator = authenticator;
    this.#streams.use(authenticator);
  }

  useMonitoring(login: MonitoringLogin): void {
    this.#monitoring = login;
  }

  useCookies(cookies: CookieSessions): void {
    this.#edge.cookies = cookies;
  }

  useTenants(tenants: TenantDirectory): void {
    this.#edge.tenants = tenants;
  }

  useApplications(applications: ApplicationRouter): void {
    this.#edge.applications = applications;
  }

  /** @param look runs after an asynchronous handler, before its answer is written */
  useBeforeAnswer(look: () => void): void {
    this.#beforeAnswer = look;
  }

  guard(guard: EdgeGuard): Undo {
    this.#edge.guards = [...this.#edge.guards, guard];
    return () => void (this.#edge.guards = this.#edge.guards.filter((other) => other !== guard));
  }

  observe(observer: (record: RequestRecord) => void): Undo {
    this.#edge.observers = [...this.#edge.observers, observer];
    return () => void (this.#edge.observers = this.#edge.observers.filter((other) => other !== observer));
  }

  onAudit(listener: (record: AuditRecord) => void): Undo {
    this.#auditors.add(listener);
    return () => void this.#auditors.delete(listener);
  }

  #toHost(request: IncomingMessage, response: ServerResponse): void {
    if (this.#host) this.#host.routing(request, response);
    else response.writeHead(503, { 'retry-after': '1' }).end();
  }
}

export const HTTP = serviceToken<HttpService>('http');
