import { PassThrough, type Readable } from 'node:stream';
import type { Ctx } from '@platform/plugin-sdk/web';

/** An answer of this type ends when the host stops. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

const HEARTBEAT_MS = 25_000;

/** The writing side of one stream of server-sent events. */
export interface EventSink {
  send(event: string, data: unknown): void;
  end(): void;
}

/**
 * Answers a request with server-sent events; the host ends them when it stops.
 *
 * @param start begins to send; what it returns runs when the stream ends, whoever ends it
 */
export function eventStream(
  ctx: Pick<Ctx, 'reply' | 'signal'>,
  start: (sink: EventSink) => () => void,
): Readable {
  ctx.reply
    .header('content-type', EVENT_STREAM)
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no');
  const stream = new PassThrough();
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
  stream.write(': open\n\n');
  const stop = start({
    send: (event, data) => {
      if (stream.writable) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end: () => void stream.end(),
  });
  stream.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
  ctx.signal.addEventListener('abort', () => stream.destroy(), { once: true });
  return stream;
}
