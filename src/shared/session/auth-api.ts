import type { Credentials, LoginResult as TokenOrCookie, SessionInfo } from '@platform/host-api';
import type { HttpClient } from '../http/index.ts';

export type { Credentials, SessionInfo };

/** The answer to a login whose session is a cookie. */
export type LoginResult = Required<Omit<TokenOrCookie, 'token'>>;

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
    profile: (anonymous: boolean) => http.get<SessionInfo>('/system/user/getInfo', { anonymous }),
    changePassword: (body: { oldPassword: string; newPassword: string }) =>
      http.put<void>('/system/user/profile/password', body),
  };
}
