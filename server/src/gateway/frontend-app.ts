import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import httpProxy from '@fastify/http-proxy';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { endEmptyBodies, errorEnvelope, PlatformError } from '../kernel/index.ts';
import { cacheControl, staticFiles } from './static-files.ts';
import { securityHeaders, uploadHeaders } from './security-headers.ts';

export interface FrontendFolders {
  /** The built shell. */
  readonly shell: string;
  /** Placed frontend artifacts, one folder per application. */
  readonly remoteApps: string;
  /** Whether shells may load applications from development servers at other addresses. */
  readonly development: boolean;
  /** Files of local storage. */
  readonly upload: string;
}

/**
 * Everything that the frontend port serves besides `/prod-api/`: the shell, `/remote-apps/`, `/upload/`, `/minio/`. Any
 * other path is the single-page application with status 200. (spec: Deployment layout, Monitoring endpoints; design 2.2)
 *
 * @param minioUrl object storage behind `/minio/`; empty answers 404 there
 */
export async function createFrontendApp(
  folders: FrontendFolders,
  minioUrl: string,
): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, rewriteUrl: (request) => withoutReloadMark(request.url ?? '/') });
  const { remoteApps, upload } = folders;
  for (const folder of [remoteApps, upload]) mkdirSync(folder, { recursive: true });
  const headers = securityHeaders(pageOf(folders.shell), folders.development);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  endEmptyBodies(app);
  await app.register(fastifyStatic, {
    root: folders.shell,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  await serveFolder(app, '/remote-apps', remoteApps);
  await serveFolder(app, '/upload', upload, uploadHeaders);
  await serveFolder(app, '/assets', join(folders.shell, 'assets'));
  if (minioUrl === '') app.all('/minio/*', missing);
  else await app.register(httpProxy, { upstream: minioUrl, prefix: '/minio' });
  app.setNotFoundHandler((request, reply) => shellPage(request, reply));
  await app.ready();
  return app;
}

/** Text of the shell's page; empty while there is no shell. */
function pageOf(shell: string): string {
  const file = join(shell, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** What is missing under the prefix is 404, not the shell. */
async function serveFolder(
  app: FastifyInstance,
  prefix: string,
  folder: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
      await scope.register(fastifyStatic, staticFiles(folder, '/'));
      scope.setNotFoundHandler(missing);
    },
    { prefix },
  );
}

/** `/remote-apps/<code>/~<n>/…`, as `/remote-apps/~development/<code>/~<n>/…`, is the same file under an address that the browser has not seen. (design 9.7-49) */
function withoutReloadMark(url: string): string {
  return url.replace(/^(\/remote-apps\/(?:~development\/)?[^/?]+)\/~\d+\//, '$1/');
}

function missing(request: FastifyRequest, reply: FastifyReply): unknown {
  const path = request.url.split('?')[0] ?? '';
  const error = new PlatformError({
    code: 'FILE_NOT_FOUND',
    status: 404,
    message: `There is no file ${path}.`,
  });
  return reply.status(404).header('cache-control', 'no-store').send(errorEnvelope(error, request.id));
}

function shellPage(request: FastifyRequest, reply: FastifyReply): unknown {
  if (request.method !== 'GET' && request.method !== 'HEAD') return missing(request, reply);
  const name = request.url.split('?')[0]?.slice(1) ?? '';
  const file = /^[\w-]+\.(?:svg|ico|png|txt|webmanifest)$/.test(name) ? name : 'index.html';
  return reply.header('cache-control', cacheControl(file)).sendFile(file);
}
