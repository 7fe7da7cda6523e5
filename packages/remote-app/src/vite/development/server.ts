import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  normalizePath,
  searchForWorkspaceRoot,
  type DevEnvironment,
  type EnvironmentModuleNode,
  type HotPayload,
  type Plugin,
  type ViteDevServer,
} from 'vite';
import type { RemoteProject } from '../project.ts';
import { sharedRanges } from '../shared-ranges.ts';
import { SHARED_MODULES } from '../shared.ts';
import { RUNTIME_API_VERSION } from '../../version.ts';
import { locate } from './locate.ts';
import { sourceFrame } from './source-frame.ts';

/** The shell's development server uses 5173. */
const PORT = 5174;
/** This package, whose components are served from its folder. */
const PACKAGE = fileURLToPath(new URL('../../..', import.meta.url));
/** The loader adds this folder to load failed modules under new addresses (design 9.7-49). */
const RELOAD_FOLDER = /^\/~\d+(?=\/)/;

/**
 * Serves an application's sources to a shell by running `vite` in its folder (design 5.4).
 * `PLATFORM_SHELL` is the origin of a shell on another machine that may load it.
 */
export function developmentServer(project: RemoteProject): Plugin {
  const description = {
    version: project.version,
    shared: sharedRanges(project),
    runtimeApi: `^${RUNTIME_API_VERSION}`,
  };
  /** Files whose last version failed to compile. */
  const broken = new Set<string>();
  return {
    name: 'platform:development-server',
    apply: 'serve',
    config: ({ server }) => ({
      appType: 'custom',
      server: {
        port: server?.port ?? PORT,
        warmup: { clientFiles: ['src/index.ts', 'src/views/*.vue'] },
        // The shell shows errors with the name of the application.
        hmr: { overlay: false },
        fs: { allow: [searchForWorkspaceRoot(project.root), PACKAGE] },
        ...(process.env['PLATFORM_SHELL'] ? { cors: { origin: process.env['PLATFORM_SHELL'] } } : {}),
      },
      // Dependencies found later would make Vite reload the page.
      optimizeDeps: {
        exclude: [...SHARED_MODULES],
        entries: ['src/**/*.{ts,vue}', '!src/**/*.test.ts'],
      },
    }),
    async hotUpdate({ file, modules, timestamp }) {
      // The running version is older than the broken one, so a hot update would miss changes.
      if (broken.has(file) && (await compiles(this.environment, modules))) {
        broken.delete(file);
        for (const module of modules)
          this.environment.moduleGraph.invalidateModule(module, new Set(), timestamp, true);
        this.environment.hot.send('platform:reload');
        return [];
      }
      // A module that never compiled accepts no updates, so the application must be reloaded.
      const failed = modules.filter(
        (module) => module.isSelfAccepting === undefined && module.importers.size > 0,
      );
      if (failed.length === 0) return undefined;
      const { hot, moduleGraph } = this.environment;
      for (const module of failed) moduleGraph.invalidateModule(module, new Set(), timestamp, true);
      hot.send('platform:reload');
      return undefined;
    },
    configureServer(server) {
      trackBroken(server, broken);
      server.httpServer?.once('listening', () => {
        // The page of the shell has another origin and needs absolute addresses.
        server.config.server.origin ??= originOf(server);
      });
      server.middlewares.use((request, response, next) => {
        // Vite must see one module, whatever query the shell adds.
        request.url = request.url?.replace(RELOAD_FOLDER, '').replace(/^\/index\.js\?.*/, '/index.js');
        if (request.url === '/') return void response.end(welcome(project.code, originOf(server)));
        if (request.url === '/remote.json') return void response.end(JSON.stringify(description));
        if (request.url !== '/~locate' || request.method !== 'POST') return next();
        void text(request)
          .then((stack) => locate(server, stack))
          .then((place) => {
            response.statusCode = place ? 200 : 404;
            response.setHeader('content-type', 'application/json');
            response.end(JSON.stringify(place ?? {}));
          })
          .catch(next);
      });
      const print = server.printUrls.bind(server);
      server.printUrls = () => {
        print();
        server.config.logger.info(`  ${welcome(project.code, originOf(server))}`);
      };
    },
  };
}

function originOf({ httpServer, config }: ViteDevServer): string {
  const address = httpServer?.address() as AddressInfo | null | undefined;
  return config.server.origin ?? `http://localhost:${address?.port ?? config.server.port}`;
}

function welcome(code: string, origin: string): string {
  return `Open the shell of a host for development with ?remote=${code}@${origin}/index.js\n`;
}

/** Records the files that failed to compile, from the errors sent to pages, and draws them. */
function trackBroken({ environments }: ViteDevServer, broken: Set<string>): void {
  const { hot } = environments.client;
  const send: (payload: HotPayload | string, data?: unknown) => void = hot.send.bind(hot);
  hot.send = (payload: HotPayload | string, data?: unknown): void => {
    if (typeof payload === 'object' && payload.type === 'error') {
      const { err } = payload;
      if (err.id) broken.add(normalizePath(err.id.replace(/\?.*$/, '')));
      err.frame = sourceFrame(err) ?? err.frame;
    }
    send(payload, data);
  };
}

/** Whether the saved modules compile. */
async function compiles(
  environment: Pick<DevEnvironment, 'transformRequest' | 'moduleGraph'>,
  modules: readonly EnvironmentModuleNode[],
): Promise<boolean> {
  for (const module of modules) environment.moduleGraph.invalidateModule(module);
  try {
    await Promise.all(modules.map(({ url }) => environment.transformRequest(url)));
    return true;
  } catch {
    return false;
  }
}
