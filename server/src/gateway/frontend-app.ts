import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  createRequestIds,
  endEmptyBodies,
  leadsBelow,
  toPlatformError,
  withoutQuery,
  type Logger,
} from '../kernel/index.ts';
import { answer, answerFailures, missing } from './failures.ts';
import { cacheControl, staticFiles } from './static-files.ts';
import { headersOfObject, headersOfUpload, securityHeaders } from './security-headers.ts';

/** Folder of the shell's own files; no application can have this code. (design 9.8-60) */
const SHELL_FILES = '_shell';

/** Prefixes of paths that are never the page. */
export const SERVED_PREFIXES: readonly string[] = ['prod-api', 'remote-apps', 'upload', 'minio', SHELL_FILES];

export interface FrontendFolders {
  /** The built shell. */
  readonly shell: string;
  /** Placed frontend artifacts, one folder per application. */
  readonly remoteApps: string;
  /** Whether shells may load applications from development servers at other addresses. */
  readonly development: boolean;
  /** Other hosts that pictures may come from. */
  readonly imageOrigins: readonly string[];
  /** Files of local storage. */
  readonly upload: string;
}

/**
 * Serves the frontend port except `/prod-api/`: the shell, `/remote-apps/`, `/upload/`, `/minio/`.
 * Any other path is the shell's page with status 200 for clients that accept HTML and 404 for
 * others; `/actuator` is always the page. (spec: Deployment layout, Monitoring endpoints; design
 * 9.8-60, 11.8-4)
 *
 * @param minioUrl object storage behind `/minio/`; empty answers 404 there
 */
export async function createFrontendApp(
  folders: FrontendFolders,
  minioUrl: string,
  logger: Logger,
): Promise<FastifyInstance> {
  const headers = securityHeaders(pageOf(folders.shell), folders.imageOrigins, folders.development);
  const app = openApp(headers, logger);
  const { remoteApps, upload } = folders;
  for (const folder of [remoteApps, upload]) mkdirSync(folder, { recursive: true });
  await app.register(fastifyStatic, {
    root: folders.shell,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  await serveFolder(app, '/remote-apps', remoteApps);
  await serveFolder(app, '/upload', upload, headersOfUpload);
  await serveFolder(app, `/${SHELL_FILES}`, join(folders.shell, SHELL_FILES));
  if (minioUrl === '') app.all('/minio/*', missing);
  // Loaded on demand: it brings a hundred modules, which few deployments need.
  else {
    await app.register(import('@fastify/http-proxy'), {
      upstream: minioUrl,
      prefix: '/minio',
      replyOptions: { rewriteHeaders: headersOfObject, rewriteRequestHeaders: withoutSession },
    });
  }
  app.setNotFoundHandler((request, reply) => shellPage(request, reply));
  await app.ready();
  return app;
}

/**
 * Serves `/remote-apps/` alone, for an API port behind a web server that has the other files.
 * (design 16-15)
 */
export async function createRemoteApp(
  { remoteApps, shell, development }: FrontendFolders,
  logger: Logger,
): Promise<FastifyInstance> {
  const app = openApp(securityHeaders(pageOf(shell), [], development), logger);
  mkdirSync(remoteApps, { recursive: true });
  await serveFolder(app, '/remote-apps', remoteApps);
  await app.ready();
  return app;
}

/** An application whose every answer, failures too, has these headers. */
function openApp(headers: Readonly<Record<string, string>>, logger: Logger): FastifyInstance {
  const nextId = createRequestIds();
  const app = Fastify({
    logger: false,
    rewriteUrl: (request) => withoutReloadMark(request.url ?? '/'),
    genReqId: (request) => nextId(request.headers['x-request-id'] as string | undefined),
    frameworkErrors: (thrown, request, reply) => {
      const broken = reply as unknown as FastifyReply;
      broken.headers({ ...headers, 'x-request-id': request.id });
      return void answer(broken, request, toPlatformError(thrown));
    },
  });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  answerFailures(app, logger);
  endEmptyBodies(app);
  return app;
}

/** The headers of a request for another server, which the session does not concern. */
function withoutSession(_request: unknown, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { cookie: _cookie, authorization: _authorization, ...others } = headers;
  return others;
}

/** Text of the shell's page; empty without a built shell. */
function pageOf(shell: string): string {
  const file = join(shell, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Serves a folder; a missing file under the prefix is 404, never the shell's page. */
async function serveFolder(
  app: FastifyInstance,
  prefix: string,
  folder: string,
  headersOf?: (path: string) => Readonly<Record<string, string>>,
): Promise<void> {
  await app.register(
    async (scope) => {
      await scope.register(fastifyStatic, staticFiles(folder, '/', headersOf));
      scope.setNotFoundHandler(missing);
    },
    { prefix },
  );
}

/**
 * Removes `~<n>`, which gives a file an address that the browser has not cached. (design 9.7-49)
 */
function withoutReloadMark(url: string): string {
  return url.replace(/^(\/remote-apps\/(?:~development\/)?[^/?]+)\/~\d+\//, '$1/');
}

function shellPage(request: FastifyRequest, reply: FastifyReply): unknown {
  if (isMonitoring(request.url) || (request.method !== 'GET' && request.method !== 'HEAD'))
    return missing(request, reply);
  const name = withoutQuery(request.url).slice(1);
  const isFile = /^[\w-]+\.(?:svg|ico|png|txt|webmanifest)$/.test(name);
  if (!isFile && !/^actuator(\/|$)/.test(name) && !takesPage(request.headers.accept))
    return missing(request, reply);
  const file = isFile ? name : 'index.html';
  return reply.header('cache-control', cacheControl(file)).header('vary', 'accept').sendFile(file);
}

/** Whether a URL of the frontend port is a monitoring endpoint of the API port. (design 11.8-4) */
export function isMonitoring(url: string): boolean {
  if (!/actuator|%/i.test(url)) return false;
  return leadsBelow(withoutQuery(url), ['/prod-api/actuator']);
}

/** Whether the client accepts `text/html`; without the header it does. (RFC 9110, 12.5.1) */
function takesPage(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !refused && ['text/html', 'application/xhtml+xml', 'text/*', '*/*'].includes(type);
  });
}
