import { Type } from 'typebox';
import {
  Changed,
  contract,
  Id,
  Nothing,
  nullableText,
  oneOf,
  Password,
  Time,
  type DataOf,
} from '../contract/index.ts';
import { EnrolmentSchema, FactorCode, RecoveryCodes } from './second-factor.ts';

export const CredentialsSchema = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 50 }),
  password: Password,
  tenantId: Type.Optional(Type.String({ maxLength: 20 })),
});

/**
 * Next step of a login: `totp` a code; `enrol` the first code of the authenticator that
 * `enrolment` sets up; `password` a new one, since the old one has expired.
 */
const NextStep = oneOf('totp', 'enrol', 'password');

export const LoginResultSchema = Type.Object({
  token: Type.Optional(Type.String({ description: 'Absent when the session is a cookie' })),
  csrfCookie: Type.Optional(
    Type.String({ description: 'With X-Session: cookie, the readable cookie to repeat in X-CSRF-Token' }),
  ),
  expiresIn: Type.Optional(Type.Integer({ description: 'Seconds; absent while a step is missing' })),
  next: Type.Optional(NextStep),
  ticket: Type.Optional(Type.String({ description: 'Send it with the next step, within five minutes' })),
  enrolment: Type.Optional(EnrolmentSchema),
  recoveryCodes: Type.Optional(RecoveryCodes),
});

const Ticket = Type.String({ minLength: 1, maxLength: 1000 });

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
    ofPerson: true,
    summary: 'Log in; with X-Session: cookie the session is a cookie, else the answer has a token',
    schema: { body: CredentialsSchema, response: LoginResultSchema },
  }),
  totp: contract({
    method: 'POST',
    url: '/auth/login/totp',
    auth: 'public',
    ofPerson: true,
    summary: 'Second step of a login: a code of the authenticator, or a recovery code',
    schema: { body: Type.Object({ ticket: Ticket, code: FactorCode }), response: LoginResultSchema },
  }),
  expiredPassword: contract({
    method: 'POST',
    url: '/auth/login/password',
    auth: 'public',
    ofPerson: true,
    summary: 'Last step of a login whose password has expired: a new one',
    schema: { body: Type.Object({ ticket: Ticket, newPassword: Password }), response: LoginResultSchema },
  }),
  logout: contract({
    method: 'POST',
    url: '/auth/logout',
    auth: 'login',
    ofPerson: true,
    summary: 'End the session of the request',
    schema: {
      response: Type.Object({
        location: Type.Optional(
          Type.String({ description: 'Send the browser there to end its session at the login provider' }),
        ),
      }),
    },
  }),
  proof: contract({
    method: 'POST',
    url: '/auth/proof',
    auth: 'login',
    ofPerson: true,
    summary: 'Confirm password or code, for actions that need a fresh proof',
    schema: {
      body: Type.Object(
        { password: Type.Optional(Password), code: Type.Optional(FactorCode) },
        { minProperties: 1 },
      ),
      response: Type.Object({ validSeconds: Type.Integer() }),
    },
  }),
  sessions: contract({
    method: 'GET',
    url: '/auth/sessions',
    auth: 'login',
    ofPerson: true,
    summary: 'The sessions of the caller',
    schema: { response: Type.Array(OwnSessionSchema) },
  }),
  endOtherSessions: contract({
    method: 'DELETE',
    url: '/auth/sessions',
    auth: 'login',
    ofPerson: true,
    summary: 'End all own sessions but the one of the request',
    schema: { response: Changed },
  }),
  endSession: contract({
    method: 'DELETE',
    url: '/auth/sessions/:id',
    auth: 'login',
    ofPerson: true,
    summary: 'End one of your own sessions',
    schema: { params: Type.Object({ id: Id }), response: Nothing },
  }),
};

export type Credentials = DataOf<typeof CredentialsSchema>;
export type Proof = DataOf<typeof authContracts.proof.schema.body>;
export type LoginResult = DataOf<typeof LoginResultSchema>;
export type OwnSession = DataOf<typeof OwnSessionSchema>;
