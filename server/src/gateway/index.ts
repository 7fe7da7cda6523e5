import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  defineModule,
  deploymentFolders,
  HTTP,
  originForm,
  PlatformError,
  serviceToken,
  type Module,
  type ModuleContext,
  type PlatformConfig,
} from '../kernel/index.ts';
import { createFrontendApp, isMonitoring, type FrontendFolders } from './frontend-app.ts';
import { listen, type Listener } from './listen.ts';

/** Addresses of the two ports, once the host is ready. */
export interface Gateway {
  readonly api: Pick<Listener, 'url' | 'port'>;
  /** Undefined where `frontend.enabled` is false. */
  readonly frontend: Pick<Listener, 'url' | 'port'> | undefined;
}

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
    ctx.onReady(async () => {
      const app = config.frontend.enabled ? await frontendApp(ctx) : undefined;
      const timeout = config.server['shutdown-timeout-ms'];
      const api = await listen(http.handle, config.server.port, config.server.host, 'server.port');
      ctx.onDispose(() => api.close(timeout));
      const frontend =
        app &&
        (await listenForPages(
          config,
          byPrefix(http.handle, (request, response) => app.routing(request, response)),
        ));
      ctx.onDispose(() => frontend?.close(timeout));
      ctx.onDispose(() => http.stop());
      ctx.provide(GATEWAY, { api, frontend });
      ctx.logger.info('The host listens', { api: api.url, frontend: frontend?.url });
    });
  },
});

async function frontendApp(ctx: ModuleContext): Promise<FastifyInstance> {
  const { config } = ctx;
  const app = await createFrontendApp(foldersOf(config), config.frontend['minio-url'], ctx.logger);
  ctx.onDispose(() => app.close());
  return app;
}

const listenForPages = ({ frontend }: PlatformConfig, handler: RequestListener): Promise<Listener> =>
  listen(handler, frontend.port, frontend.host, 'frontend.port');

/** Routes `/prod-api/` to the API in process, without a network hop. */
function byPrefix(api: RequestListener, rest: RequestListener): RequestListener {
  return (request, response) => {
    request.url = originForm(request.url ?? '/');
    if (!request.url.startsWith('/prod-api/') || isMonitoring(request.url)) return rest(request, response);
    request.url = request.url.slice('/prod-api'.length);
    return api(request, response);
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
