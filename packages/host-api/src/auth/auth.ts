import { Type } from 'typebox';
import { contract, Id, Nothing, nullableText, Password, Time, type DataOf } from '../contract/index.ts';

export const CredentialsSchema = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 50 }),
  password: Password,
  tenantId: Type.Optional(Type.String({ maxLength: 20 })),
});

export const LoginResultSchema = Type.Object({
  token: Type.Optional(Type.String({ description: 'Absent when the session is a cookie' })),
  csrfCookie: Type.Optional(
    Type.String({ description: 'With X-Session: cookie, the readable cookie to repeat in X-CSRF-Token' }),
  ),
  expiresIn: Type.Integer({ description: 'Seconds' }),
});

export const OwnSessionSchema = Type.Object({
  sessionId: Id,
  ip: nullableText(),
  userAgent: nullableText(),
  createTime: Time,
  lastSeen: Time,
  expires: Time,
  current: Type.Boolean(),
});

export const authContracts = {
  login: contract({
    method: 'POST',
    url: '/auth/login',
    auth: 'public',
    summary: 'Log in; with X-Session: cookie the session is a cookie, else the answer has a token',
    schema: { body: CredentialsSchema, response: LoginResultSchema },
  }),
  logout: contract({
    method: 'POST',
    url: '/auth/logout',
    auth: 'login',
    summary: 'End the session of the request',
    schema: { response: Nothing },
  }),
  proof: contract({
    method: 'POST',
    url: '/auth/proof',
    auth: 'login',
    summary: 'Confirm the password, for actions that need a fresh proof',
    schema: {
      body: Type.Object({ password: Password }),
      response: Type.Object({ validSeconds: Type.Integer() }),
    },
  }),
  sessions: contract({
    method: 'GET',
    url: '/auth/sessions',
    auth: 'login',
    summary: 'The sessions of the caller',
    schema: { response: Type.Array(OwnSessionSchema) },
  }),
  endSession: contract({
    method: 'DELETE',
    url: '/auth/sessions/:id',
    auth: 'login',
    summary: 'End one of your own sessions',
    schema: { params: Type.Object({ id: Id }), response: Nothing },
  }),
};

export type Credentials = DataOf<typeof CredentialsSchema>;
export type LoginResult = DataOf<typeof LoginResultSchema>;
export type OwnSession = DataOf<typeof OwnSessionSchema>;
