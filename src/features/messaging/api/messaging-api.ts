import type { DeadLetter, Queue } from '@platform/host-api';
import type { HttpClient } from '@/shared/http';

export type { DeadLetter, Queue };

/** The broker and the queues that this host knows. */
export interface Queues {
  readonly kind: string;
  readonly available: boolean;
  readonly reason: string | null;
  readonly queues: readonly Queue[];
}

export type SettleAction = 'redeliver' | 'discard';

/** Dead letters that are shown at most; the oldest come first. */
export const MOST_LETTERS = 200;

/** The endpoints of queues and dead letters (design 6.3). */
export function createMessagingApi(http: HttpClient) {
  const base = '/system/messaging/queues';
  const deadOf = (queue: string): string => `${base}/${encodeURIComponent(queue)}/dead`;
  return {
    queues: (signal: AbortSignal) => http.get<Queues>(base, { signal }),
    dead: (queue: string, signal: AbortSignal) =>
      http.get<DeadLetter[]>(deadOf(queue), { params: { limit: MOST_LETTERS }, signal }),
    /** @param ids all of the queue when omitted */
    settle: (queue: string, action: SettleAction, ids?: readonly string[]) =>
      http.post<{ settled: number }>(deadOf(queue), { action, ...(ids ? { ids } : {}) }),
  };
}

export type MessagingApi = ReturnType<typeof createMessagingApi>;
