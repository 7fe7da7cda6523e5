import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { Type } from '@platform/plugin-sdk/web';
import type { FastifyInstance } from 'fastify';
import type { SessionCookieNames } from './edge.ts';
import type { Route, RouteAuth } from './route.ts';

/** What the document says of a route beyond its schema. */
interface DescribedRoute {
  readonly auth: RouteAuth;
  readonly upload: boolean;
}

const failure = {
  description: 'Refused or failed; `error` is the stable code',
  ...Type.Object({
    code: Type.Integer({ description: 'The HTTP status' }),
    msg: Type.String(),
    error: Type.String(),
    requestId: Type.String(),
    details: Type.Optional(Type.Unknown()),
    fix: Type.Optional(Type.String()),
  }),
};
const form = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

/** What a page of the platform's own address sends in the place of a bearer token. (design 9.8-59) */
export const cookieSchemes = ({ session, csrf }: SessionCookieNames) => ({
  cookie: {
    type: 'apiKey' as const,
    in: 'cookie',
    name: session,
    description: 'The session of a browser: POST /auth/login sets it, and no script reads it',
  },
  csrf: {
    type: 'apiKey' as const,
    in: 'header',
    name: 'X-CSRF-Token',
    description: `The value of the readable cookie ${csrf}; whatever changes something by the cookie of a session repeats it`,
  },
});

/** Until the platform knows its own id. */
const NAMES: SessionCookieNames = { session: 'platform_session', csrf: 'platform_csrf' };

/** Beside a bearer token: the cookie of a session, and with changes the code that only its page can read. */
const byCookie = (method: string): Record<string, string[]> =>
  /^(GET|HEAD)$/i.test(method) ? { cookie: [] } : { cookie: [], csrf: [] };

/** For `config` of a Fastify route. */
export const describedAs = ({ auth, upload }: Route): DescribedRoute => ({ auth, upload: upload ?? false });

/** Keeps an OpenAPI document of the routes: who may call, what a failure looks like, which take a form with files. (design 9.8-65) */
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
          bearer: { type: 'http', scheme: 'bearer', description: 'The token that POST /auth/login answers' },
          ...cookieSchemes(NAMES),
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { auth, upload } = (route.config ?? {
        auth: 'login',
        upload: false,
      }) as unknown as DescribedRoute;
      const permission = auth.includes(':') ? { description: `Needs the permission ${auth}.` } : {};
      return {
        url,
        schema: {
          ...schema,
          ...permission,
          security: auth === 'public' ? [] : [{ bearer: [] }, byCookie(String(route.method))],
          response: { ...(schema?.response as object | undefined), default: failure },
          ...(upload ? { consumes: ['multipart/form-data'], body: form } : {}),
        },
      };
    },
  };
  await instance.register(swagger, options);
}
