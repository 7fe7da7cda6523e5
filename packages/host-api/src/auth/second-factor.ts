import { Type } from 'typebox';
import { contract, Nothing, nullable, oneOf, Time, type DataOf } from '../contract/index.ts';

/** Six digits of an authenticator, or a recovery code; blanks and dashes do not count. */
export const FactorCode = Type.String({ minLength: 6, maxLength: 40 });

export const EnrolmentSchema = Type.Object({
  secret: Type.String({ description: 'Base32, for authenticators without a camera' }),
  uri: Type.String({ description: 'otpauth://totp/…' }),
  qr: Type.String({ description: 'The address as a QR code: a data address of an SVG' }),
});

export const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Each replaces one code, once; only their hashes are stored, so this shows them only once',
});

export const SecondFactorSchema = Type.Object({
  policy: oneOf('off', 'allowed', 'required'),
  byPlatform: Type.Boolean({
    description: 'The platform requires one of everybody; no tenant can set less',
  }),
  enrolled: Type.Boolean(),
  since: nullable(Time),
  recoveryCodesLeft: Type.Integer(),
});

const url = '/auth/second-factor';

/** The caller's own second factor. (design 11.7, 11.8-15) */
export const secondFactorContracts = {
  get: contract({
    method: 'GET',
    url,
    auth: 'login',
    ofPerson: true,
    summary: 'The own second factor, and whether the tenant requires one',
    schema: { response: SecondFactorSchema },
  }),
  start: contract({
    method: 'POST',
    url,
    auth: 'login',
    ofPerson: true,
    summary: 'Begin to set up an authenticator; needs a fresh proof',
    schema: { response: EnrolmentSchema },
  }),
  confirm: contract({
    method: 'POST',
    url: `${url}/confirm`,
    auth: 'login',
    ofPerson: true,
    summary: 'Set up the authenticator with its first code; ends the other sessions',
    schema: {
      body: Type.Object({ code: FactorCode }),
      response: Type.Object({ recoveryCodes: RecoveryCodes }),
    },
  }),
  recoveryCodes: contract({
    method: 'POST',
    url: `${url}/recovery-codes`,
    auth: 'login',
    ofPerson: true,
    summary: 'Replace the recovery codes; needs a fresh proof',
    schema: { response: Type.Object({ recoveryCodes: RecoveryCodes }) },
  }),
  remove: contract({
    method: 'DELETE',
    url,
    auth: 'login',
    ofPerson: true,
    summary: 'Remove the own second factor; needs a fresh proof',
    schema: { response: Nothing },
  }),
};

export type Enrolment = DataOf<typeof EnrolmentSchema>;
export type SecondFactor = DataOf<typeof SecondFactorSchema>;
