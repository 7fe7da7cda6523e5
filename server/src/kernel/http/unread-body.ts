import type { IncomingMessage, ServerResponse } from 'node:http';

/** A smaller rest is read to its end, so that the connection serves further requests. */
const SMALL_BYTES = 65_536;
/** Time for a client to read its answer while it still sends, in milliseconds. */
const LINGER_MS = 10_000;

/**
 * Ends the connection with an answer that precedes the rest of a large body, so that a client may
 * stop sending.
 *
 * Data that arrives meanwhile is read for a while, and dropped: a connection that is closed with
 * unread data takes the answer from the client. (RFC 9112, 9.6)
 */
export function endUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || !isLarge(request)) return;
  response.shouldKeepAlive = false;
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

const isLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BYTES;
