// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventStreamOptions } from '@/shared/http';
import { followApps } from './follow-apps.ts';

interface Connection extends EventStreamOptions {
  fail(): void;
}

function setup() {
  const connections: Connection[] = [];
  const stream = (_path: string, options: EventStreamOptions) =>
    new Promise<void>((resolve, reject) => {
      connections.push({ ...options, fail: () => reject(new Error('no live connection')) });
      options.signal.addEventListener('abort', () => resolve());
    });
  const refresh = vi.fn(async () => undefined);
  const onDeveloped = vi.fn(async () => undefined);
  const onNotice = vi.fn();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const stop = followApps({
    http: { stream },
    refresh,
    onDeveloped,
    onNotice,
    document: page as unknown as Document,
  });
  const show = (state: 'visible' | 'hidden') => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const last = () => connections.at(-1) as Connection;
  const event = { event: 'upgraded', data: '{"appCode":"hello"}', id: undefined };
  const notice = { event: 'notice', data: '{}', id: undefined };
  return {
    connections,
    last,
    refresh,
    onDeveloped,
    onNotice,
    stop,
    show,
    tell: () => last().onEvent(event),
    tellNotice: () => last().onEvent(notice),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('following changes of applications', () => {
  it('reads once for events in quick succession', async () => {
    const { last, refresh, tell } = setup();
    last().onOpen?.(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refresh).not.toHaveBeenCalled();
    tell();
    tell();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('reads only the remotes, at once, for one in development', () => {
    const { last, refresh, onDeveloped } = setup();
    last().onOpen?.(false);
    last().onEvent({ event: 'developed', data: '{"appCode":"hello","build":"b1"}', id: undefined });
    expect(onDeveloped).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('reads only the message center for a notice', async () => {
    const { last, refresh, onNotice, tellNotice } = setup();
    last().onOpen?.(false);
    tellNotice();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onNotice).toHaveBeenCalledOnce();
    expect(refresh).not.toHaveBeenCalled();
  });

  it('reads what changed while a lost connection was retried', async () => {
    const { last, refresh, onNotice } = setup();
    last().onOpen?.(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(refresh).toHaveBeenCalledOnce();
    expect(onNotice).toHaveBeenCalledOnce();
  });

  it('polls without a live connection, and tries to connect each time', async () => {
    const { connections, last, refresh } = setup();
    refresh.mockRejectedValueOnce(new Error('still down'));
    for (let round = 1; round <= 3; round++) {
      last().fail();
      await vi.advanceTimersByTimeAsync(60_200);
      expect(refresh).toHaveBeenCalledTimes(round);
      expect(connections).toHaveLength(round + 1);
    }
  });

  it('closes the connection while the page is hidden, and reads again on return', async () => {
    const { connections, last, refresh, show } = setup();
    show('hidden');
    await vi.advanceTimersByTimeAsync(10_000);
    show('visible');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toHaveLength(1);
    show('hidden');
    await vi.advanceTimersByTimeAsync(31_000);
    expect(last().signal.aborted).toBe(true);
    show('visible');
    last().onOpen?.(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(connections).toHaveLength(2);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('ends with its owner', async () => {
    const { last, refresh, stop, show, tell } = setup();
    tell();
    stop();
    show('hidden');
    show('visible');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(last().signal.aborted).toBe(true);
    expect(refresh).not.toHaveBeenCalled();
  });
});
