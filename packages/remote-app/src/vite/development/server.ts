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

/** The shell's own development server has 5173. */
const PORT = 5174;
/** This package, whose parts of pages are served from where they lie. */
const PACKAGE = fileURLToPath(new URL('../../..', import.meta.url));
/** A folder that a loader puts in, so that what failed is asked for under another address (design 9.7-49). */
const RELOAD_FOLDER = /^\/~\d+(?=\/)/;

/**
 * Serves an application's sources to a shell (design 5.4): `vite` in its folder. `PLATFORM_SHELL` names the origin of a shell on
 * another machine, which may then load it.
 */
export function developmentServer(project: RemoteProject): Plugin {
  const description = {
    version: project.version,
    shared: sharedRanges(project),
    runtimeApi: `^${RUNTIME_API_VERSION}`,
  };
  /** Files whose last version could not be compiled: no page has run it. */
  const broken = new Set<string>();
  return {
    name: 'platform:development-server',
    apply: 'serve',
    config: ({ server }) => ({
      appType: 'custom',
      server: {
        port: server?.port ?? PORT,
        warmup: { clientFiles: ['src/index.ts', 'src/views/*.vue'] },
        // The shell shows what went wrong, with the name of the application.
        hmr: { overlay: false },
        fs: { allow: [searchForWorkspaceRoot(project.root), PACKAGE] },
        ...(process.env['PLATFORM_SHELL'] ? { cors: { origin: process.env['PLATFORM_SHELL'] } } : {}),
      },
      // What is found while it serves makes Vite load the page anew: better before.
      optimizeDeps: {
        exclude: [...SHARED_MODULES],
        entries: ['src/**/*.{ts,vue}', '!src/**/*.test.ts'],
      },
    }),
    async hotUpdate({ file, modules, timestamp }) {
      // What changed since the version that runs is more than what changed since the broken one: the application is loaded anew.
      if (broken.has(file) && (await compiles(this.environment, modules))) {
        broken.delete(file);
        for (const module of modules)
          this.environment.moduleGraph.invalidateModule(module, new Set(), timestamp, true);
        this.environment.hot.send('platform:reload');
        return [];
      }
      // What was never loaded because it could not be compiled is nobody's update, although it may compile now.
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
      noteBroken(server, broken);
      server.httpServer?.once('listening', () => {
        // Addresses of files are used in the page of the shell, which has another origin.
        server.config.server.origin ??= originOf(server);
      });
      server.middlewares.use((request, response, next) => {
        // The entry is one module, whatever the shell adds to its address.
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

/** Notes the files of which pages are told that they cannot be compiled. */
function noteBroken({ environments }: ViteDevServer, broken: Set<string>): void {
  const { hot } = environments.client;
  const send: (payload: HotPayload | string, data?: unknown) => void = hot.send.bind(hot);
  hot.send = (payload: HotPayload | string, data?: unknown): void => {
    if (typeof payload === 'object' && payload.type === 'error' && payload.err.id)
      broken.add(normalizePath(payload.err.id.replace(/\?.*$/, '')));
    send(payload, data);
  };
}

/** Whether modules can be compiled as they are saved now. */
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
