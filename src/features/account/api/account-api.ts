import type {
  LinkedAccount,
  Menu,
  ProfileChange,
  User,
  NewScriptToken,
  ScriptToken,
} from '@platform/host-api';
import type { HttpClient } from '@/shared/http';
import type { Enrolment, LoginProvider, OwnSession, ProofWays, SecondFactor } from '@/shared/session';

export type { LinkedAccount, ScriptToken, User as Profile };

/** With the token itself, which no later answer holds. */
export type IssuedScriptToken = ScriptToken & { readonly token: string };

/** The endpoints of the own account (design 11.7). */
export function createAccountApi(http: HttpClient) {
  const factor = '/auth/second-factor';
  const profile = '/system/user/profile';
  const tokens = `${profile}/tokens`;
  return {
    profile: {
      get: (signal: AbortSignal) => http.get<User>(profile, { signal }),
      edit: (change: ProfileChange) => http.put<void>(profile, change),
    },
    avatar: {
      replace(picture: Blob) {
        const form = new FormData();
        form.append('file', picture, `avatar.${picture.type === 'image/webp' ? 'webp' : 'png'}`);
        return http.upload<{ avatar: string }>(`${profile}/avatar`, form);
      },
      remove: () => http.delete<void>(`${profile}/avatar`),
    },
    /** Codes of the applications that the person's notices came from. */
    noticeSources: (signal: AbortSignal) => http.get<string[]>('/system/message/sources', { signal }),
    factor: {
      get: (signal: AbortSignal) => http.get<SecondFactor>(factor, { signal }),
      start: () => http.post<Enrolment>(factor),
      confirm: (code: string) => http.post<{ recoveryCodes: string[] }>(`${factor}/confirm`, { code }),
      renewCodes: () => http.post<{ recoveryCodes: string[] }>(`${factor}/recovery-codes`),
      remove: () => http.delete<void>(factor),
    },
    sessions: {
      list: (signal: AbortSignal) => http.get<OwnSession[]>('/auth/sessions', { signal }),
      end: (sessionId: number) => http.delete<void>(`/auth/sessions/${sessionId}`),
      endOthers: () => http.delete<{ changed: number }>('/auth/sessions'),
    },
    linked: {
      /** With the providers of the platform, and whether the person has a password. */
      async list(signal: AbortSignal) {
        const [accounts, providers, { password }] = await Promise.all([
          http.get<LinkedAccount[]>('/auth/identities', { signal }),
          http.get<LoginProvider[]>('/auth/oidc', { signal }),
          http.get<ProofWays>('/auth/proof', { signal }),
        ]);
        return { accounts, providers, password };
      },
      /** Needs a fresh proof. Returns where the browser goes. */
      begin: (provider: string) => http.post<{ location: string }>(`/auth/oidc/${provider}/link`),
      finish: (provider: string) =>
        http.post<void>(`/auth/oidc/${provider}/identity`, undefined, { anonymous: true }),
      remove: (identityId: number) => http.delete<void>(`/auth/identities/${identityId}`),
    },
    tokens: {
      list: (signal: AbortSignal) => http.get<ScriptToken[]>(tokens, { signal }),
      /** Needs a fresh proof, which the client asks for. */
      issue: (token: NewScriptToken) => http.post<IssuedScriptToken>(tokens, token),
      revoke: (tokenId: number) => http.delete<{ changed: number }>(`${tokens}/${tokenId}`),
    },
    /** Menus whose permissions the person has. */
    async menus(signal: AbortSignal): Promise<readonly Menu[]> {
      return (await http.list<Menu>('/system/menu/grantable', {}, { signal })).rows;
    },
  };
}

export type AccountApi = ReturnType<typeof createAccountApi>;
