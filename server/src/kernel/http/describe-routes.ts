import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { Type } from '@platform/plugin-sdk/web';
import type { FastifyInstance } from 'fastify';
import type { SessionCookieNames } from './edge.ts';
import type { Route } from './route.ts';

/** The parts of a route that its schema leaves out of the document. */
type DescribedRoute = Pick<Route, 'auth' | 'consumes' | 'perMinute' | 'produces'>;

const failure = {
  description: 'The request was refused or failed; `error` is the stable code',
  ...Type.Object({
    code: Type.Integer({ description: 'The HTTP status' }),
    msg: Type.String(),
    error: Type.String(),
    requestId: Type.String(),
    details: Type.Optional(Type.Unknown()),
    fix: Type.Optional(Type.String()),
  }),
};
const limitedTo = (perMinute: number) => ({
  ...failure,
  description: `More than ${perMinute} calls of one caller within a minute`,
  headers: { 'Retry-After': { type: 'integer', description: 'Seconds to wait' } },
});
const form = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

/** Credentials of the platform's own pages, which have no bearer token. (design 9.8-59) */
export const cookieSchemes = ({ session, csrf }: SessionCookieNames) => ({
  cookie: {
    type: 'apiKey' as const,
    in: 'cookie',
    name: session,
    description: 'The session cookie of a browser, set by POST /auth/login and hidden from scripts',
  },
  csrf: {
    type: 'apiKey' as const,
    in: 'header',
    name: 'X-CSRF-Token',
    description: `The value of the readable cookie ${csrf}; required for requests that change data with a session cookie`,
  },
});

/** Names for as long as the platform's id is unknown. */
const NAMES: SessionCookieNames = { session: 'platform_session', csrf: 'platform_csrf' };

/** A session's cookie; a change needs the code that only the platform's page can read, too. */
const byCookie = (method: string): Record<string, string[]> =>
  /^(GET|HEAD)$/i.test(method) ? { cookie: [] } : { cookie: [], csrf: [] };

/** For `config` of a Fastify route. */
export const describedAs = ({ auth, consumes, perMinute, produces }: Route): DescribedRoute => ({
  auth,
  ...(consumes ? { consumes } : {}),
  ...(perMinute === undefined ? {} : { perMinute }),
  ...(produces ? { produces } : {}),
});

/** An answer without the envelope: other JSON, a file, or a stream of events. */
const content = (type: string, schema: object = { type: 'string', format: 'binary' }) => ({
  200: { description: 'Default Response', content: { [type]: { schema } } },
});

function securityOf(auth: Route['auth'], method: string): Array<Record<string, string[]>> {
  if (auth === 'public') return [];
  return auth === 'monitoring' ? [{ monitoring: [] }] : [{ bearer: [] }, byCookie(method)];
}

/** Adds the OpenAPI document of the routes, with access, failures and uploads. (design 9.8-65) */
export async function describeRoutes(
  instance: FastifyInstance,
  info: { readonly title: string; readonly version: string },
): Promise<void> {
  const options: FastifyDynamicSwaggerOptions = {
    openapi: {
      openapi: '3.1.0',
      info,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token returned by POST /auth/login' },
          monitoring: { type: 'http', scheme: 'basic', description: 'The monitoring credentials' },
          ...cookieSchemes(NAMES),
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { auth, consumes, perMinute, produces } = (route.config ?? {
        auth: 'login',
      }) as unknown as DescribedRoute;
      const permission = auth.includes(':')
        ? { description: `Needs the permission ${auth}.`, 'x-permission': auth }
        : {};
      const answers = (schema?.response ?? {}) as { readonly 200?: object };
      return {
        url,
        schema: {
          ...schema,
          ...permission,
          security: securityOf(auth, String(route.method)),
          response: {
            ...(produces ? content(produces, answers[200]) : answers),
            ...(perMinute === undefined ? {} : { 429: limitedTo(perMinute) }),
            default: failure,
          },
          ...(consumes ? { consumes: [consumes] } : {}),
          ...(consumes === 'multipart/form-data' ? { body: form } : {}),
        },
      };
    },
  };
  await instance.register(swagger, options);
}
