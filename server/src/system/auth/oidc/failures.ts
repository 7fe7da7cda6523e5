import { PlatformError } from '../../../kernel/index.ts';
import { conflict } from '../../shared/failures.ts';

/** Why a login with a provider did not work; kept in the cookie between two requests. */
export type OidcFailure =
  | 'OIDC_UNAVAILABLE'
  | 'OIDC_REFUSED'
  | 'OIDC_CANCELLED'
  | 'OIDC_NOT_FRESH'
  | 'OIDC_OTHER_PERSON'
  | 'OIDC_FLOW_LOST'
  | 'OIDC_ACCOUNT_UNKNOWN';

const texts: Record<OidcFailure, { status: number; message: string; fix: string }> = {
  OIDC_UNAVAILABLE: {
    status: 503,
    message: 'The login provider does not answer.',
    fix: 'Try again in a moment, or log in with a password.',
  },
  OIDC_REFUSED: {
    status: 401,
    message: 'The login provider did not confirm the login.',
    fix: 'Try again. If the problem persists, ask an administrator to look at the log.',
  },
  OIDC_CANCELLED: {
    status: 401,
    message: 'The login at the provider was cancelled, or the provider does not let you in.',
    fix: 'Try again, or log in in another way. If the problem persists, ask an administrator.',
  },
  OIDC_NOT_FRESH: {
    status: 401,
    message: 'The login provider did not ask for your credentials again.',
    fix: 'Log out at the provider and try again, or confirm in another way.',
  },
  OIDC_OTHER_PERSON: {
    status: 401,
    message: 'Somebody else is logged in at the provider.',
    fix: 'Log in there with your own account.',
  },
  OIDC_FLOW_LOST: {
    status: 401,
    message: 'This login took longer than ten minutes, or was begun in another browser.',
    fix: 'Begin again on the login page.',
  },
  OIDC_ACCOUNT_UNKNOWN: {
    status: 403,
    message: 'The login provider knows you, but you have no account here.',
    fix: 'Ask an administrator for an account.',
  },
};

export function oidcFailure(code: OidcFailure, cause?: unknown): PlatformError {
  // With values, though there are none, the shell says it in the person's language.
  return new PlatformError({ code, ...texts[code], details: { params: {} }, cause });
}

export const isOidcFailure = (code: string): code is OidcFailure => code in texts;

export function providerUnknown(): PlatformError {
  return new PlatformError({
    code: 'OIDC_PROVIDER_UNKNOWN',
    status: 404,
    message: 'There is no such login provider.',
    fix: 'Choose one of the login page.',
  });
}

/** Codes of the logout that a provider asks for; its specification wants 400 for each. */
const noLogout = (code: string, reason: string, fix: string, cause?: unknown): PlatformError =>
  new PlatformError({ code, status: 400, message: reason, fix, cause });

/** @param reason why the token counts for nothing */
export const logoutInvalid = (reason: string, cause?: unknown): PlatformError =>
  noLogout(
    'OIDC_LOGOUT_INVALID',
    `The logout token is not valid: ${reason}.`,
    'Compare issuer and client-id with the provider, and the clocks of both.',
    cause,
  );

export const logoutFailed = (cause: unknown): PlatformError =>
  noLogout(
    'OIDC_LOGOUT_FAILED',
    'The keys of the login provider could not be fetched. No session was ended.',
    'Send the request again; the log of the platform has the cause.',
    cause,
  );

export const identityTaken = (): PlatformError =>
  conflict(
    'OIDC_IDENTITY_TAKEN',
    'Another user has linked this account of the provider.',
    'Log in at the provider with another account, or unlink it there first.',
  );

export const onlyWayIn = (): PlatformError =>
  conflict(
    'OIDC_ONLY_WAY_IN',
    'You have no password, and no other account is linked. Unlinking this one would lock you out.',
    'Link another account, or ask an administrator for a password first.',
  );
