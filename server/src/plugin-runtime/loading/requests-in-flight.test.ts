import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bindExchange, type Exchange } from '../../kernel/http/exchange.ts';
import { RequestsInFlight } from './requests-in-flight.ts';

/** A response that only records whether its connection was closed. */
const response = (headersSent = false): ServerResponse & { readonly destroy: ReturnType<typeof vi.fn> } =>
  ({ headersSent, req: {}, destroy: vi.fn() }) as never;

/** The signal that a handler of the request has read. */
function signalOf({ req }: ServerResponse): AbortSignal {
  const abort = new AbortController();
  bindExchange(req, { abort, context: { requestId: 'r' } } as Exchange);
  return abort.signal;
}

describe('in-flight requests', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('drain at once when there are none', async () => {
    expect(await new RequestsInFlight().drain(100, new Error('over'))).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drain with the last response, and close no connection', async () => {
    const requests = new RequestsInFlight();
    const [first, second] = [response(), response()];
    requests.add(first);
    requests.add(second);
    let left: number | undefined;
    const drained = requests.drain(100, new Error('over')).then((count) => (left = count));
    requests.remove(first);
    await vi.advanceTimersByTimeAsync(50);
    expect(left).toBeUndefined();
    requests.remove(second);
    await drained;
    expect(left).toBe(0);
    expect(first.destroy).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are closed and counted at the timeout', async () => {
    const requests = new RequestsInFlight();
    const slow = response();
    requests.add(slow);
    const drained = requests.drain(100, new Error('over'));
    await vi.advanceTimersByTimeAsync(99);
    expect(slow.destroy).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(slow.destroy).toHaveBeenCalledOnce();
    requests.remove(slow);
    expect(await drained).toBe(1);
    expect(requests.count).toBe(0);
  });

  it('delay an unload only briefly if they continue after the connection is closed', async () => {
    const requests = new RequestsInFlight();
    requests.add(response());
    const drained = requests.drain(100, new Error('over'));
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await drained).toBe(1);
  });

  it('get their signal at once where they stream, others only at the timeout', async () => {
    const requests = new RequestsInFlight();
    const [stream, slow] = [response(true), response()];
    const [streamed, slowed] = [signalOf(stream), signalOf(slow)];
    requests.add(stream);
    requests.add(slow);
    const reason = new Error('over');
    const drained = requests.drain(100, reason);
    expect([streamed.reason, slowed.aborted]).toEqual([reason, false]);
    expect(stream.destroy).not.toHaveBeenCalled();
    requests.remove(stream);
    await vi.advanceTimersByTimeAsync(100);
    expect(slowed.reason).toBe(reason);
    requests.remove(slow);
    expect(await drained).toBe(1);
  });
});
