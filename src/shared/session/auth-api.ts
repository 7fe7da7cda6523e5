import type {
  Credentials,
  Enrolment,
  LoginProvider,
  LoginResult,
  OwnSession,
  Proof,
  ProofWays,
  SecondFactor,
  SessionInfo,
} from '@platform/host-api';
import type { HttpClient } from '../http/index.ts';

export type {
  Credentials,
  Enrolment,
  LoginProvider,
  LoginResult,
  OwnSession,
  Proof,
  ProofWays,
  SecondFactor,
  SessionInfo,
};

/** The session endpoints (design 2.2, 11.8-15). */
export function createAuthApi(http: HttpClient) {
  const withCookie = { anonymous: true, headers: { 'X-Session': 'cookie' } };
  return {
    login: (credentials: Credentials) => http.post<LoginResult>('/auth/login', credentials, withCookie),
    second: (ticket: string, code: string) =>
      http.post<LoginResult>('/auth/login/totp', { ticket, code }, withCookie),
    providers: () => http.get<LoginProvider[]>('/auth/oidc', { anonymous: true }),
    confirmed: (provider: string) =>
      http.post<LoginResult>(`/auth/oidc/${provider}/session`, undefined, withCookie),
    renewPassword: (ticket: string, newPassword: string) =>
      http.post<LoginResult>('/auth/login/password', { ticket, newPassword }, withCookie),
    logout: () => http.post<{ location?: string }>('/auth/logout', undefined, { anonymous: true }),
    waysToProve: () => http.get<ProofWays>('/auth/proof'),
    /** A refusal is the provider's, not that of a session that has ended. */
    proveWith: (provider: string) =>
      http.post<void>(`/auth/oidc/${provider}/proof`, undefined, { anonymous: true }),
    prove: (proof: Proof) => http.post<void>('/auth/proof', proof),
    /** Looks into a tenant of the platform. */
    enterTenant: (tenantId: string) => http.post<void>('/auth/acting', { tenantId }),
    allowChanges: (mayWrite: boolean) => http.put<void>('/auth/acting', { mayWrite }),
    leaveTenant: () => http.delete<void>('/auth/acting'),
    profile: (anonymous: boolean) => http.get<SessionInfo>('/system/user/getInfo', { anonymous }),
    changePassword: (body: { oldPassword: string; newPassword: string }) =>
      http.put<void>('/system/user/profile/password', body),
  };
}
