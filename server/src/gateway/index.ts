import { existsSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  CLOCK,
  clientReader,
  defineModule,
  deploymentFolders,
  HSTS,
  HTTP,
  originForm,
  PlatformError,
  reasonOf,
  REMOTE_FILES,
  serviceToken,
  systemClock,
  type Module,
  type ModuleContext,
  type PlatformConfig,
} from '../kernel/index.ts';
import { createFrontendApp, createRemoteApp, isMonitoring, type FrontendFolders } from './frontend-app.ts';
import { listen, type Listener } from './listen.ts';
import {
  endsHttps,
  readCertificate,
  readWatchedCertificate,
  watchesCertificate,
  type Certificate,
} from './tls/certificate.ts';
import { PORT_OWNER } from './port-owner.ts';
import { redirectTo } from './tls/redirect.ts';
import { CERTIFICATE, RenewedCertificate } from './tls/renewed-certificate.ts';
import { withVersions } from './versioned-files.ts';

/** Addresses of the two ports, once the host is ready. */
export interface Gateway {
  readonly api: Pick<Listener, 'url' | 'port'>;
  /** Undefined where `frontend.enabled` is false. */
  readonly frontend: Pick<Listener, 'url' | 'port'> | undefined;
  /** Asks clients to disconnect with each answer, and keeps serving. */
  drain(): void;
}

export {
  daysLeft,
  endsHttps,
  readCertificate,
  readWatchedCertificate,
  renewalOf,
  stateOfCertificate,
  tlsFilesOf,
  watchesCertificate,
} from './tls/certificate.ts';
export { CERTIFICATE } from './tls/renewed-certificate.ts';
export { listenOn, ownPorts, PORT_OWNER, type PortOwner } from './port-owner.ts';

export { serviceUrlOf } from './service-url.ts';

export const GATEWAY = serviceToken<Gateway>('gateway');

/**
 * The two ports: the API, and the frontend with its four proxied prefixes. (spec: Deployment
 * layout; design 2.2)
 */
export const gatewayModule: Module = defineModule({
  name: 'gateway',
  depends: ['http'],
  setup(ctx) {
    const { config } = ctx;
    const http = ctx.use(HTTP);
    // Before the database is opened: a wrong certificate is known at once.
    const certificate = certificateOf(ctx);
    ctx.onReady(async () => {
      const pages = config.frontend.enabled ? await frontendApp(ctx) : undefined;
      const files = pages ?? (await remoteApp(ctx));
      const remotes = withVersions(ctx.services.find(REMOTE_FILES), (request, response) =>
        files.routing(request, response),
      );
      const secure = isSecure(config);
      const timeout = config.server['shutdown-timeout-ms'];
      const options = { certificate, owner: ctx.services.find(PORT_OWNER) };
      const { port, host } = config.server;
      const api = await listen(
        apiOrRemotes(http.handle, remotes, secure),
        { key: 'server.port', port, host },
        options,
      );
      ctx.onDispose(() => api.close(timeout));
      const frontend =
        pages &&
        (await listen(
          byPrefix(http.handle, remotes, secure),
          { key: 'frontend.port', port: config.frontend.port, host: config.frontend.host },
          options,
        ));
      ctx.onDispose(() => frontend?.close(timeout));
      if (frontend && certificate) await redirect(ctx, frontend.port);
      ctx.onDispose(() => http.stop());
      const drain = (): void => {
        for (const listener of [api, frontend]) listener?.drain();
      };
      ctx.provide(GATEWAY, { api, frontend, drain });
      ctx.logger.info('The host listens', { api: api.url, frontend: frontend?.url });
    });
  },
});

async function frontendApp(ctx: ModuleContext): Promise<FastifyInstance> {
  const { config } = ctx;
  const folders = foldersOf(config);
  const page = join(folders.shell, 'index.html');
  // While an application is developed, another server has the shell.
  if (!config.platform.development && !existsSync(page))
    ctx.logger.warn('The shell is not there, so that its pages answer 404', {
      missing: page,
      fix: 'Build it with npm run build, or correct frontend.dir.',
    });
  const app = await createFrontendApp(folders, config.frontend['minio-url'], ctx.logger);
  ctx.onDispose(() => app.close());
  return app;
}

async function remoteApp(ctx: ModuleContext): Promise<FastifyInstance> {
  const app = await createRemoteApp(foldersOf(ctx.config), ctx.logger);
  ctx.onDispose(() => app.close());
  return app;
}

/** The certificate of both ports, where the host ends HTTPS. */
function certificateOf(ctx: ModuleContext): RenewedCertificate | undefined {
  const { config, logger } = ctx;
  if (endsHttps(config)) return lookedAfter(ctx, readCertificate);
  if (!watchesCertificate(config)) return undefined;
  try {
    lookedAfter(ctx, readWatchedCertificate);
  } catch (error) {
    // The host serves without it.
    logger.error('The certificate of the web server cannot be watched', { reason: reasonOf(error) });
  }
  return undefined;
}

/** Looks at a certificate until the host stops. */
function lookedAfter(ctx: ModuleContext, read: (config: PlatformConfig) => Certificate): RenewedCertificate {
  const { config, logger } = ctx;
  const clock = ctx.services.find(CLOCK) ?? systemClock;
  const certificate = new RenewedCertificate({ config, logger, clock, read });
  ctx.provide(CERTIFICATE, certificate);
  const timer = setInterval(() => certificate.look(), config.server.tls['check-interval-ms']);
  timer.unref();
  ctx.onDispose(() => clearInterval(timer));
  return certificate;
}

/** Listens for plain HTTP as well, and sends it to HTTPS, where a port is set for it. */
async function redirect(ctx: ModuleContext, frontendPort: number): Promise<void> {
  const { frontend, server } = ctx.config;
  const { 'redirect-port': port, 'public-port': publicPort } = server.tls;
  if (port === 0) return;
  const handler = redirectTo(publicPort === 0 ? frontendPort : publicPort);
  const place = { key: 'server.tls.redirect-port', port, host: frontend.host };
  const plain = await listen(handler, place, { owner: ctx.services.find(PORT_OWNER) });
  ctx.onDispose(() => plain.close(server['shutdown-timeout-ms']));
}

function isSecure({ server }: PlatformConfig): (request: IncomingMessage) => boolean {
  const clientOf = clientReader(server['trust-proxy']);
  return (request) => clientOf(request).secure;
}

/** Routes `/prod-api/` to the API in process, without a network hop. */
function byPrefix(
  api: RequestListener,
  rest: RequestListener,
  secure: (request: IncomingMessage) => boolean,
): RequestListener {
  return (request, response) => {
    request.url = originForm(request.url ?? '/');
    if (!request.url.startsWith('/prod-api/') || isMonitoring(request.url)) {
      if (secure(request)) response.setHeader('strict-transport-security', HSTS);
      return rest(request, response);
    }
    request.url = request.url.slice('/prod-api'.length);
    return api(request, response);
  };
}

/** A web server asks the API port for what is not in its folder. (design 16-15) */
function apiOrRemotes(
  api: RequestListener,
  remotes: RequestListener,
  secure: (request: IncomingMessage) => boolean,
): RequestListener {
  return (request, response) => {
    if (!request.url?.startsWith('/remote-apps/')) return api(request, response);
    if (secure(request)) response.setHeader('strict-transport-security', HSTS);
    return remotes(request, response);
  };
}

function foldersOf(config: PlatformConfig): FrontendFolders {
  const { frontendDir } = deploymentFolders(config);
  return {
    shell: resolve(config.frontend.dir),
    remoteApps: frontendDir,
    development: config.platform.development,
    imageOrigins: imageOrigins(config.frontend['image-origins']),
    upload: resolve(join(config.platform['data-dir'], 'upload')),
  };
}

/**
 * @throws CONFIG_INVALID for a text that is not an origin: it would enter the page's content policy
 */
function imageOrigins(origins: readonly string[]): readonly string[] {
  const wrong = origins.find((origin) => !/^https?:\/\/(?:\*\.)?[\w.-]+(?::\d+)?$/i.test(origin));
  if (wrong === undefined) return origins;
  throw new PlatformError({
    code: 'CONFIG_INVALID',
    message: `frontend.image-origins names ${JSON.stringify(wrong)}, which is not an origin.`,
    fix: 'Use scheme, host and, if needed, port: https://cdn.example.com or https://*.example.com.',
  });
}
