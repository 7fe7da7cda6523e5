import { Type } from 'typebox';
import { contract, Nothing, type DataOf } from '../contract/index.ts';
import { LoginResultSchema } from './auth.ts';

const oneProvider = Type.Object({ provider: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }) });

export const LoginProviderSchema = Type.Object({ id: Type.String(), name: Type.String() });

const url = '/auth/oidc/:provider';

/** Logins with an OpenID provider. (design 11.7, 11.8-15) */
export const oidcContracts = {
  providers: contract({
    method: 'GET',
    url: '/auth/oidc',
    auth: 'public',
    summary: 'The OpenID providers that people may log in with',
    schema: { response: Type.Array(LoginProviderSchema) },
  }),
  start: contract({
    method: 'GET',
    url: `${url}/start`,
    auth: 'public',
    summary: 'Redirect to the provider; purpose proof asks for the credentials again',
    schema: {
      params: oneProvider,
      query: Type.Object({
        redirect: Type.Optional(Type.String({ maxLength: 2000 })),
        purpose: Type.Optional(Type.Unsafe<'login' | 'proof'>({ type: 'string', enum: ['login', 'proof'] })),
      }),
    },
    produces: 'text/html',
  }),
  callback: contract({
    method: 'GET',
    url: `${url}/callback`,
    auth: 'public',
    summary: 'Where the provider redirects to; leads to the login page',
    schema: { params: oneProvider },
    produces: 'text/html',
  }),
  session: contract({
    method: 'POST',
    url: `${url}/session`,
    auth: 'public',
    summary: 'Begin the session of a login that the provider has confirmed',
    schema: { params: oneProvider, response: LoginResultSchema },
  }),
  proof: contract({
    method: 'POST',
    url: `${url}/proof`,
    auth: 'login',
    summary: 'Take a confirmation of the provider as a fresh proof',
    schema: { params: oneProvider, response: Nothing },
  }),
};

export type LoginProvider = DataOf<typeof LoginProviderSchema>;
