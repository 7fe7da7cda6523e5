// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { followEventStream, type ServerEvent } from './event-stream.ts';
import { pause } from './pause.ts';

const stream = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } });

function follow(
  answers: Array<() => Response>,
  onEvent: (event: ServerEvent) => void | 'end',
  retries = 2,
  renewed = vi.fn(async (_before: unknown) => false),
) {
  const onReconnect = vi.fn<(attempt: number) => void>();
  const fetch = vi.fn(async (_url: unknown, _init?: RequestInit) => {
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  const controller = new AbortController();
  const done = followEventStream({
    url: '/prod-api/app/task/1/stream',
    headers: () => ({ 'Accept-Language': 'en-US' }),
    session: () => 'first',
    renewed,
    fetch: fetch,
    signal: controller.signal,
    onEvent,
    onReconnect,
    retries,
    retryDelay: 1,
  });
  return { done, fetch, controller, onReconnect };
}

const headersOf = (call: readonly unknown[] | undefined) => (call?.[1] as RequestInit | undefined)?.headers;

describe('event stream', () => {
  it('delivers events in order and ends when the reader is done', async () => {
    const seen: string[] = [];
    const { done, fetch } = follow(
      [() => stream('event: step\ndata: 1\n\nevent: end\ndata: 2\n\ndata: 3\n\n')],
      (event) => {
        seen.push(event.data);
        return event.event === 'end' ? 'end' : undefined;
      },
    );
    await done;
    expect(seen).toEqual(['1', '2']);
    expect(headersOf(fetch.mock.calls[0])).toMatchObject({ 'Accept-Language': 'en-US' });
  });

  it('reconnects after a loss, with the last event id', async () => {
    const { done, fetch } = follow(
      [() => stream('id: 5\ndata: a\n\ndata: without\n\n'), () => stream('event: end\ndata: b\n\n')],
      (event) => (event.event === 'end' ? 'end' : undefined),
    );
    await done;
    expect(headersOf(fetch.mock.calls[1])).toMatchObject({ 'Last-Event-ID': '5' });
  });

  it('reports an established connection, and whether it is the first', async () => {
    const opened: boolean[] = [];
    const answers = [() => stream('data: a\n\n'), () => stream('event: end\ndata: b\n\n')];
    await followEventStream({
      url: '/events',
      headers: () => ({}),
      session: () => undefined,
      renewed: async () => false,
      fetch: async () => answers.shift()?.() ?? Response.error(),
      signal: new AbortController().signal,
      onOpen: (again) => opened.push(again),
      onEvent: (event) => (event.event === 'end' ? 'end' : undefined),
      retryDelay: 1,
    });
    expect(opened).toEqual([false, true]);
  });

  it('counts only consecutive failures: an event resets the retries', async () => {
    const lossy = Array.from({ length: 6 }, () => () => stream('data: a\n\n'));
    const { done, fetch } = follow([...lossy, () => stream('event: end\ndata: b\n\n')], (event) =>
      event.event === 'end' ? 'end' : undefined,
    );
    await done;
    expect(fetch).toHaveBeenCalledTimes(7);
  });

  it('doubles the delay from one failure to the next', async () => {
    vi.useFakeTimers();
    const start = performance.now();
    const times: number[] = [];
    const done = followEventStream({
      url: '/events',
      headers: () => ({}),
      session: () => undefined,
      renewed: async () => false,
      fetch: async () => {
        times.push(performance.now() - start);
        throw new TypeError('Failed to fetch');
      },
      signal: new AbortController().signal,
      onEvent: () => undefined,
      retries: 7,
    }).catch(() => undefined);
    await vi.runAllTimersAsync();
    await done;
    vi.useRealTimers();
    expect(times).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 30_500, 45_500]);
  });

  it('joins fragmented events, and reads none after the end', async () => {
    const bytes = new TextEncoder().encode('data: é\n\nevent: end\ndata: x\n\ndata: late\n\n');
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const seen: string[] = [];
    const { done } = follow([() => new Response(pieces)], ({ event, data }) => {
      seen.push(`${event} ${data}`);
      return event === 'end' ? 'end' : undefined;
    });
    await done;
    expect(seen).toEqual(['message é', 'end x']);
  });

  it('throws after the last try', async () => {
    const { done, fetch } = follow([], () => undefined);
    await expect(done).rejects.toMatchObject({ code: 'NETWORK_UNREACHABLE' });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('does not retry a refusal of the server', async () => {
    const refusal = () =>
      Response.json({ code: 404, msg: 'no task', error: 'TASK_NOT_FOUND' }, { status: 404 });
    const { done, fetch } = follow([refusal, refusal], () => undefined);
    await expect(done).rejects.toBeInstanceOf(ApiError);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('ends silently when it is aborted', async () => {
    const { done, controller } = follow([() => stream('data: a\n\n')], () => controller.abort());
    await expect(done).resolves.toBeUndefined();
  });

  it('tries no further once it is aborted while it connects', async () => {
    const { done, fetch, controller, onReconnect } = follow([], () => undefined, 0);
    controller.abort();
    await expect(done).resolves.toBeUndefined();
    expect(fetch).toHaveBeenCalledOnce();
    expect(onReconnect).not.toHaveBeenCalled();
  });

  it('waits for the new login on 401, and throws the refusal when the user gives up', async () => {
    const expired = () => Response.json({ code: 401, msg: 'expired' }, { status: 401 });
    const loggedIn = vi.fn(async (_before: unknown) => true);
    const end = () => stream('event: end\ndata: b\n\n');
    const { done, onReconnect } = follow([expired, end], () => 'end', 0, loggedIn);
    await done;
    expect(loggedIn.mock.calls).toEqual([['first']]);
    expect(onReconnect).not.toHaveBeenCalled();
    const declined = follow([expired, end], () => 'end');
    await expect(declined.done).rejects.toMatchObject({ status: 401 });
    expect(declined.fetch).toHaveBeenCalledOnce();
  });

  it('reconnects after a failure of the server, without a login', async () => {
    const restarting = () => Response.json({ code: 500, msg: 'restarting' }, { status: 500 });
    const login = vi.fn(async (_before: unknown) => false);
    const end = () => stream('event: end\ndata: b\n\n');
    const { done, onReconnect } = follow([restarting, restarting, end], () => 'end', 2, login);
    await done;
    expect(onReconnect.mock.calls).toEqual([[1], [2]]);
    expect(login).not.toHaveBeenCalled();
    const page = () => new Response('<title>Bad gateway</title>', { status: 502 });
    await expect(follow([page], () => undefined, 0).done).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      status: 502,
    });
  });

  it('lets go of the connection after the last event, and says when it lost it for good', async () => {
    const gone = vi.fn();
    const open = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('event: end\ndata: x\n\n')),
      cancel: gone,
    });
    await follow([() => new Response(open)], () => 'end').done;
    expect(gone).toHaveBeenCalledOnce();
    const { done } = follow([() => stream('')], () => undefined, 0);
    await expect(done).rejects.toMatchObject({ message: 'The live connection was lost.' });
  });
});

describe('a pause', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('lasts its milliseconds, and then leaves the signal alone', async () => {
    const { signal } = new AbortController();
    const leave = vi.spyOn(signal, 'removeEventListener');
    const over = vi.fn();
    void pause(100, signal).then(over);
    await vi.advanceTimersByTimeAsync(99);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
    expect(leave).toHaveBeenCalledOnce();
  });

  it('ends with the signal, and keeps no timer', async () => {
    const controller = new AbortController();
    const paused = pause(100, controller.signal);
    controller.abort();
    await paused;
    expect(vi.getTimerCount()).toBe(0);
    await pause(100, controller.signal);
    expect(vi.getTimerCount()).toBe(0);
  });
});
