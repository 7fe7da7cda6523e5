import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { logoutFailed, logoutInvalid } from './failures.ts';

/** By how much the clocks of host and provider may differ. */
export const CLOCK_SECONDS = 60;
/** Older tokens are refused, so that those that were taken need not be remembered for ever. */
const OLDEST_SECONDS = 600;
/** How long a token that was taken could be taken again, were it not remembered. */
export const TAKEN_MS = (OLDEST_SECONDS + 2 * CLOCK_SECONDS) * 1000;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Failures of the way to the keys; every other one is of the token. */
const AWAY = new Set<string>(
  [errors.JWKSTimeout, errors.JWKSInvalid, errors.JOSEError].map(({ code }) => code),
);

/** A logout token that is valid: it names a session, a person, or both. */
export interface LogoutToken {
  readonly jti: string;
  readonly sub?: string | undefined;
  readonly sid?: string | undefined;
}

/** Expected values of a token. */
export interface LogoutExpectation {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  readonly clientId: string;
  /** As the provider signs ID tokens. */
  readonly algorithms: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Checks a logout token, but for whether it was taken before. (OpenID Connect Back-Channel Logout
 * 1.0, 2.6)
 *
 * @throws OIDC_LOGOUT_INVALID, OIDC_LOGOUT_FAILED (400)
 */
export async function verifyLogoutToken(token: string, expected: LogoutExpectation): Promise<LogoutToken> {
  const { payload } = await jwtVerify(token, expected.keys, {
    issuer: expected.issuer,
    audience: expected.clientId,
    // Neither unsigned, nor with the client's secret, which is no key of the provider.
    algorithms: expected.algorithms.filter((each) => /^(RS|PS|ES|Ed)/.test(each)),
    maxTokenAge: OLDEST_SECONDS,
    clockTolerance: CLOCK_SECONDS,
    currentDate: new Date(expected.now),
    requiredClaims: ['jti', 'events'],
  }).catch((error: unknown) => {
    const ofToken = error instanceof errors.JOSEError && !AWAY.has(error.code);
    throw ofToken ? logoutInvalid(error.message, error) : logoutFailed(error);
  });
  return logoutOf(payload);
}

function logoutOf(payload: JWTPayload): LogoutToken {
  const { jti, sub, sid, events } = payload;
  if (!isName(jti)) throw logoutInvalid('"jti" is no text');
  if (!isObject(events) || !isObject(events[EVENT])) throw logoutInvalid(`"events" has no ${EVENT}`);
  // That of an ID token, which is none.
  if ('nonce' in payload) throw logoutInvalid('it has a "nonce"');
  if (!isOptionalName(sub) || !isOptionalName(sid)) throw logoutInvalid('"sub" or "sid" is no text');
  if (sub === undefined && sid === undefined) throw logoutInvalid('it has neither "sub" nor "sid"');
  return { jti, sub, sid };
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isOptionalName = (value: unknown): value is string | undefined => value === undefined || isName(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
