import { AsyncLocalStorage } from 'node:async_hooks';
import Fastify, { type FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';

/**
 * Runs one baseline in a process of its own, so that no two share compiled code.
 *
 * Arguments: the kind (`bare`, `bare-with-options`, `by-hand`), the token, the bytes to answer.
 */
const [kind = 'bare', token = '', answer = '{}'] = process.argv.slice(2);
const data = JSON.parse(answer) as object;

/** Server options of the host, see `server/src/gateway/listen.ts`. */
const options = { keepAliveTimeout: 65_000, http: { optimizeEmptyRequests: true } };

const greetSchema = {
  querystring: {
    type: 'object',
    properties: { name: { type: 'string', default: 'world', maxLength: 100 } },
  },
  response: {
    200: {
      type: 'object',
      properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: { type: 'string' } },
    },
  },
} as const;

const apps: Readonly<Record<string, () => FastifyInstance>> = {
  bare: () => Fastify().get('/greet', () => data),
  'bare-with-options': () => Fastify(options).get('/greet', () => data),
  'by-hand': byHand,
};

/** Headers of the host's answers that keep browsers from using them as pages. */
const safe = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};

/**
 * The application that a team would write for the same answer: session, headers, context, schemas,
 * durations for Prometheus.
 */
function byHand(): FastifyInstance {
  const app = Fastify(options);
  const sessions = new Map([[token, { userId: 1, tenantId: '000000', permissions: ['*:*:*'] }]]);
  const storage = new AsyncLocalStorage<{ requestId: string; user: object }>();
  const durations = new Histogram({
    name: 'http_server_requests_seconds',
    help: 'Duration of requests',
    labelNames: ['method', 'uri', 'status'],
    registers: [],
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { authorization = '' } = request.headers;
    const user = authorization.startsWith('Bearer ') ? sessions.get(authorization.slice(7)) : undefined;
    if (!user) return void reply.status(401).send({ code: 401, msg: 'A login is needed.' });
    void reply.headers({ 'x-request-id': request.id, ...safe, 'cache-control': 'no-store' });
    storage.run({ requestId: request.id, user }, done);
  });
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const labels = { method, uri: routeOptions.url ?? '', status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.get<{ Querystring: { name: string } }>('/greet', { schema: greetSchema }, ({ query }) => ({
    code: 200,
    msg: 'success',
    data: `Hello, ${query.name}!`,
  }));
  return app;
}

const app = apps[kind];
if (!app) throw new Error(`There is no baseline "${kind}".`);
const url = await app().listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url });
