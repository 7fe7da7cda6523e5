import type { HttpClient } from '@/shared/http';
import type { Enrolment, OwnSession, SecondFactor } from '@/shared/session';

/** The endpoints of the own account (design 11.7). */
export function createAccountApi(http: HttpClient) {
  const factor = '/auth/second-factor';
  return {
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
  };
}

export type AccountApi = ReturnType<typeof createAccountApi>;
