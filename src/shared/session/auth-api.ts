import type { HttpClient } from '../http/index.ts';
import type { SessionProfile } from './session-store.ts';

export interface Credentials {
  username: string;
  password: string;
  tenantId?: string;
}

/** What a login answers; `expiresIn` in seconds. */
export interface LoginResult {
  csrfCookie: string;
  expiresIn: number;
}

/** The session endpoints (design 2.2). */
export function createAuthApi(http: HttpClient) {
  return {
    login: (credentials: Credentials) =>
      http.post<LoginResult>('/auth/login', credentials, {
        anonymous: true,
        headers: { 'X-Session': 'cookie' },
      }),
    logout: () => http.post<void>('/auth/logout', undefined, { anonymous: true }),
    prove: (password: string) => http.post<void>('/auth/proof', { password }),
    profile: (anonymous: boolean) => http.get<SessionProfile>('/system/user/getInfo', { anonymous }),
    changePassword: (body: { oldPassword: string; newPassword: string }) =>
      http.put<void>('/system/user/profile/password', body),
  };
}
