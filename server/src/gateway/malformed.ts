import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { commonHeaders, errorEnvelope, HSTS, notStored, PlatformError } from '../kernel/index.ts';

const REFUSALS: Readonly<Record<string, { status: number; code: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'HEADERS_TOO_LARGE',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time.',
  },
};
const MALFORMED = { status: 400, code: 'REQUEST_MALFORMED', message: 'The request is not valid HTTP.' };

/**
 * Answers what no route sees, because the parser has refused it, like any failure: in the envelope,
 * with the headers of every answer.
 */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The other side has gone, or has not finished its handshake.
  if (!/^(?:HPE_|ERR_HTTP_)/.test(error.code ?? '') || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new PlatformError(REFUSALS[error.code ?? ''] ?? MALFORMED);
  const requestId = randomUUID();
  const body = JSON.stringify(errorEnvelope(refusal, requestId));
  const headers = {
    ...commonHeaders(requestId),
    ...notStored,
    ...('encrypted' in socket ? { 'strict-transport-security': HSTS } : {}),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${head.join('')}\r\n${body}`,
  );
}
