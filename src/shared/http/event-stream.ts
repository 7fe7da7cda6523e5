import { ApiError } from './api-error.ts';
import { checkEnvelope } from './envelope.ts';
import type { ServerEvent } from './event-parser.ts';
import { createEventParser } from './event-parser.ts';
import { toApiError } from './transport-error.ts';
import { pause } from './pause.ts';

export interface EventStreamOptions {
  signal: AbortSignal;
  /** Called for each event in order. Return `'end'` when no more events are wanted. */
  onEvent(event: ServerEvent): void | 'end';
  /** Called each time that a connection stands; `again` when one was lost before, with what was sent meanwhile. */
  onOpen?: (again: boolean) => void;
  /** Called when the connection is lost and tried again; `attempt` counts from 1. */
  onReconnect?: (attempt: number) => void;
  /** How often a lost connection is tried again in a row; default 5. */
  retries?: number;
  /** Milliseconds before the first new try, doubled each time up to 15 s; default 500. */
  retryDelay?: number;
}

export interface EventStreamTarget extends EventStreamOptions {
  url: string;
  headers(): Record<string, string>;
  reauthenticate(): Promise<boolean>;
  fetch: typeof fetch;
}

/**
 * Server-sent events by fetch, which tells why a stream was refused, and takes headers (design 5.2). Reconnects with
 * `Last-Event-ID`. Resolves when the stream has ended or the signal aborted; throws {@link ApiError} when it cannot go on.
 */
export async function followEventStream(target: EventStreamTarget): Promise<void> {
  let failures = 0;
  let lastId: string | undefined;
  let opened = false;
  const onOpen = () => {
    target.onOpen?.(opened);
    opened = true;
  };
  while (!target.signal.aborted) {
    try {
      const ended = await readOnce(target, lastId, onOpen, (event) => {
        failures = 0;
        lastId = event.id ?? lastId;
        return target.onEvent(event);
      });
      if (ended) return;
    } catch (error) {
      if (target.signal.aborted) return;
      const failure = toApiError(error);
      if (failure.status === 401 && (await target.reauthenticate())) continue;
      if (failure.status !== 0 && failure.status < 500) throw failure;
      if (failures >= (target.retries ?? 5)) throw failure;
    }
    if (failures >= (target.retries ?? 5)) {
      throw new ApiError({
        code: 'NETWORK_UNREACHABLE',
        status: 0,
        message: 'The live connection was lost.',
      });
    }
    failures += 1;
    target.onReconnect?.(failures);
    await pause(Math.min(15_000, (target.retryDelay ?? 500) * 2 ** (failures - 1)), target.signal);
  }
}

async function readOnce(
  target: EventStreamTarget,
  lastId: string | undefined,
  onOpen: () => void,
  onEvent: (event: ServerEvent) => void | 'end',
): Promise<boolean> {
  const response = await target.fetch(target.url, {
    headers: {
      ...target.headers(),
      Accept: 'text/event-stream',
      ...(lastId ? { 'Last-Event-ID': lastId } : {}),
    },
    signal: target.signal,
    cache: 'no-store',
  });
  if (!response.ok || !response.body) {
    checkEnvelope({ status: response.status, body: await response.json().catch(() => undefined) });
    return true;
  }
  onOpen();
  const parser = createEventParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      for (const event of parser.push(value)) {
        if (onEvent(event) === 'end') return true;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
