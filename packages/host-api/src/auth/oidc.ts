import { Type } from 'typebox';
import { contract, Id, Nothing, nullable, Time, type DataOf } from '../contract/index.ts';
import { LoginResultSchema } from './auth.ts';

const oneProvider = Type.Object({ provider: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }) });

export const LoginProviderSchema = Type.Object({ id: Type.String(), name: Type.String() });

export const LinkedAccountSchema = Type.Object({
  identityId: Id,
  provider: Type.String(),
  providerName: Type.String(),
  available: Type.Boolean({ description: 'Whether people can log in with this provider at the moment' }),
  subject: Type.String({ description: 'As the provider names the person' }),
  since: Time,
  lastUsed: nullable(Time),
});

export const ProofWaysSchema = Type.Object({
  password: Type.Boolean(),
  code: Type.Boolean({ description: 'Of an authenticator' }),
  providers: Type.Array(LoginProviderSchema),
});

const url = '/auth/oidc/:provider';

/** Logins with an OpenID provider. (design 11.7, 11.8-15) */
export const oidcContracts = {
  providers: contract({
    method: 'GET',
    url: '/auth/oidc',
    auth: 'public',
    ofPerson: true,
    summary: 'The OpenID providers that people may log in with',
    schema: { response: Type.Array(LoginProviderSchema) },
  }),
  start: contract({
    method: 'GET',
    url: `${url}/start`,
    auth: 'public',
    ofPerson: true,
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
    ofPerson: true,
    summary: 'Where the provider redirects to; leads to a page of the shell, which takes the outcome',
    schema: { params: oneProvider },
    produces: 'text/html',
  }),
  session: contract({
    method: 'POST',
    url: `${url}/session`,
    auth: 'public',
    ofPerson: true,
    summary: 'Begin the session of a login that the provider has confirmed',
    schema: { params: oneProvider, response: LoginResultSchema },
  }),
  backchannelLogout: contract({
    method: 'POST',
    url: `${url}/backchannel-logout`,
    auth: 'public',
    ofPerson: true,
    summary: 'End the sessions that a logout token of the provider names; for the provider itself',
    schema: {
      params: oneProvider,
      body: Type.Object({ logout_token: Type.String({ minLength: 1, description: 'A signed JWT' }) }),
      response: Nothing,
    },
    consumes: 'application/x-www-form-urlencoded',
  }),
  proof: contract({
    method: 'POST',
    url: `${url}/proof`,
    auth: 'login',
    ofPerson: true,
    summary: 'Take a confirmation of the provider as a fresh proof',
    schema: { params: oneProvider, response: Nothing },
  }),
  ways: contract({
    method: 'GET',
    url: '/auth/proof',
    auth: 'login',
    ofPerson: true,
    summary: 'With what the caller can prove their identity',
    schema: { response: ProofWaysSchema },
  }),
  linked: contract({
    method: 'GET',
    url: '/auth/identities',
    auth: 'login',
    ofPerson: true,
    summary: 'The accounts at login providers that the caller has linked',
    schema: { response: Type.Array(LinkedAccountSchema) },
  }),
  beginLink: contract({
    method: 'POST',
    url: `${url}/link`,
    auth: 'login',
    ofPerson: true,
    summary: 'Begin to link an account at the provider: where to send the browser. Needs a fresh proof',
    schema: { params: oneProvider, response: Type.Object({ location: Type.String() }) },
  }),
  link: contract({
    method: 'POST',
    url: `${url}/identity`,
    auth: 'login',
    ofPerson: true,
    summary: 'Link the account that the provider has confirmed',
    schema: { params: oneProvider, response: Nothing },
  }),
  unlink: contract({
    method: 'DELETE',
    url: '/auth/identities/:id',
    auth: 'login',
    ofPerson: true,
    summary: 'Unlink an account, unless it is the only way to log in. Needs a fresh proof',
    schema: { params: Type.Object({ id: Id }), response: Nothing },
  }),
};

export type LinkedAccount = DataOf<typeof LinkedAccountSchema>;
export type ProofWays = DataOf<typeof ProofWaysSchema>;
export type LoginProvider = DataOf<typeof LoginProviderSchema>;
