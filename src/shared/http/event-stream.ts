import { createParser } from 'eventsource-parser';
import { ApiError } from './api-error.ts';
import { checkEnvelope } from './envelope.ts';
import { pause } from './pause.ts';
import { toApiError } from './transport-error.ts';

/** One server-sent event. */
export interface ServerEvent {
  /** Default: `message`. */
  event: string;
  data: string;
  id: string | undefined;
}

export interface EventStreamOptions {
  signal: AbortSignal;
  /** Called for each event in order; return `'end'` to close the connection. */
  onEvent(event: ServerEvent): void | 'end';
  /** Called for each connection; `again` after a lost one, whose events may be missing. */
  onOpen?: (again: boolean) => void;
  /** Called before each reconnect; `attempt` counts from 1. */
  onReconnect?: (attempt: number) => void;
  /** Reconnects in a row without an event in between; default 5. */
  retries?: number;
  /** Milliseconds before the first reconnect, doubled each time up to 15 s; default 500. */
  retryDelay?: number;
}

export interface EventStreamTarget extends EventStreamOptions {
  url: string;
  headers(): Record<string, string>;
  /** The present session. */
  session(): unknown;
  /** Resolves to whether there is another session than before, once a new login was asked for. */
  renewed(before: unknown): Promise<boolean>;
  fetch: typeof fetch;
}

/**
 * Follows server-sent events by fetch, which unlike `EventSource` sends headers and reports the
 * status of a refusal (design 5.2). Reconnects with `Last-Event-ID`. Resolves when the stream ends
 * or the signal aborts; throws {@link ApiError} when it cannot continue.
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
    const session = target.session();
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
      if (failure.status === 401 && (await target.renewed(session))) continue;
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
  let ended = false;
  const parser = createParser({
    onEvent({ event = 'message', data, id }) {
      if (!ended) ended = onEvent({ event, data, id }) === 'end';
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    while (!ended) {
      const { done, value } = await reader.read();
      if (done) return false;
      parser.feed(value);
    }
    return true;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
