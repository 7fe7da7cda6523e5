import { PlatformError } from '../../../kernel/index.ts';

/** Why a login with a provider did not work; kept in the cookie between two requests. */
export type OidcFailure = 'OIDC_UNAVAILABLE' | 'OIDC_REFUSED' | 'OIDC_FLOW_LOST' | 'OIDC_ACCOUNT_UNKNOWN';

const texts: Record<OidcFailure, { status: number; message: string; fix: string }> = {
  OIDC_UNAVAILABLE: {
    status: 503,
    message: 'The login provider does not answer.',
    fix: 'Try again in a moment, or log in with a password.',
  },
  OIDC_REFUSED: {
    status: 401,
    message: 'The login provider did not confirm the login.',
    fix: 'Try again. If it stays so, ask an administrator to look at the log.',
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
  return new PlatformError({ code, ...texts[code], cause });
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
