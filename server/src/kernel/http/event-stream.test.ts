import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { eventStream, type EventSink } from './event-stream.ts';

afterEach(() => vi.useRealTimers());

const reply = { header: () => reply } as unknown as Parameters<typeof eventStream>[0]['reply'];
/** A stream with what it was begun with. */
function begin(signal = new AbortController().signal) {
  const stopped = vi.fn();
  let sink: EventSink | undefined;
  const stream = eventStream({ reply, signal }, (given) => {
    sink = given;
    return stopped;
  });
  return { stream, stopped, sink: sink as unknown as EventSink };
}

it('stops when the client disconnects before the response', async () => {
  const { stream, stopped } = begin(AbortSignal.abort());
  await once(stream, 'close');
  expect(stopped).toHaveBeenCalledOnce();
});

it('sends nothing after its end, and releases everything', async () => {
  vi.useFakeTimers();
  const { stream, stopped, sink } = begin();
  sink.end();
  sink.send('late', {});
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  stream.resume();
  await once(stream, 'close');
  expect(stopped).toHaveBeenCalledOnce();
});

it('drops a client that reads nothing', async () => {
  const { stream, stopped, sink } = begin();
  for (let count = 0; count < 100 && !stream.destroyed; count += 1) sink.send('much', 'x'.repeat(100_000));
  expect(stream.destroyed).toBe(true);
  await sleep(1);
  expect(stopped).toHaveBeenCalledOnce();
});

it('leaves no timer when it cannot start', () => {
  vi.useFakeTimers();
  const signal = new AbortController().signal;
  const fail = (): never => {
    throw new Error('no feed');
  };
  expect(() => eventStream({ reply, signal }, fail)).toThrow('no feed');
  return sleepless();
});

async function sleepless(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  await new Promise((resolve) => process.nextTick(resolve));
  expect(vi.getTimerCount()).toBe(0);
}

it('ends when the request is aborted while the stream is open', async () => {
  const abort = new AbortController();
  const { stream, stopped } = begin(abort.signal);
  expect(stream.destroyed).toBe(false);
  abort.abort();
  expect(stream.destroyed).toBe(true);
  await once(stream, 'close');
  expect(stopped).toHaveBeenCalledOnce();
});
