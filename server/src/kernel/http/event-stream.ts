import { Readable } from 'node:stream';
import type { Ctx } from '@platform/plugin-sdk/web';

export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** Server-sent events to one client; ends when the client leaves or the host stops. */
export interface EventStream {
  /** What the handler returns. */
  readonly readable: Readable;
  /** Sends one event with `data` as JSON. Nothing happens after the end. */
  send(event: string, data: unknown): void;
  end(): void;
}

/**
 * Opens a stream of events; return its `readable` from the handler.
 *
 * @param onClose runs once when the stream is over, whoever ended it
 * @param heartbeatMs a comment is sent so often, to keep proxies from closing the connection
 */
export function openEventStream(
  ctx: Ctx,
  onClose: () => void = () => undefined,
  heartbeatMs = 15_000,
): EventStream {
  const readable = new Readable({ read: () => undefined });
  const write = (text: string): void => void (readable.destroyed || readable.push(text));
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs);
  readable.once('close', () => {
    clearInterval(heartbeat);
    onClose();
  });
  ctx.signal.addEventListener('abort', () => readable.destroy(), { once: true });
  ctx.reply
    .header('content-type', EVENT_STREAM)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no');
  write(':\n\n');
  return {
    readable,
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void (readable.destroyed || readable.push(null)),
  };
}
