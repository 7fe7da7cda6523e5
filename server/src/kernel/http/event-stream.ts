import { PassThrough, type Readable } from 'node:stream';
import type { Ctx } from '@platform/plugin-sdk/web';
import { heldStream } from '../held-stream.ts';

const EVENT_STREAM = 'text/event-stream; charset=utf-8';

const HEARTBEAT_MS = 25_000;
/** Most bytes that wait for a client that does not read. */
const MOST_BYTES = 1_048_576;

/** The writing side of one stream of server-sent events. */
export interface EventSink {
  send(event: string, data: unknown): void;
  end(): void;
}

/**
 * Answers a request with server-sent events; the host ends the stream when it stops.
 *
 * @param start begins to send and returns the clean-up, which runs once the stream has ended
 */
export function eventStream(
  ctx: Pick<Ctx, 'reply' | 'signal'>,
  start: (sink: EventSink) => () => void,
): Readable {
  ctx.reply
    .header('content-type', EVENT_STREAM)
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no');
  const stream = heldStream(new PassThrough());
  const write = (text: string): void => {
    if (!stream.writable) return;
    // A client that does not read must not fill the memory.
    if (stream.writableLength > MOST_BYTES) stream.destroy();
    else stream.write(text);
  };
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  let stop: (() => void) | undefined;
  stream.once('close', () => {
    clearInterval(heartbeat);
    stop?.();
  });
  const end = (): void => void stream.destroy();
  ctx.signal.addEventListener('abort', end);
  write(': open\n\n');
  try {
    stop = start({
      send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      end: () => void stream.end(),
    });
  } catch (error) {
    stream.destroy();
    throw error;
  }
  // The client may have left before the answer.
  if (ctx.signal.aborted) stream.destroy();
  return stream;
}
