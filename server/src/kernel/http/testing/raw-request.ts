import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it is written to the socket. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends one request on its own connection.
 * @returns the response's bytes as text, without its date
 */
export async function rawRequest(port: number, request: RawRequest): Promise<string> {
  const { method = 'GET', path, headers = {} } = request;
  const lines = Object.entries({ host: 'test', connection: 'close', ...headers });
  const socket = connect(port, '127.0.0.1');
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n`);
  return (await text(socket)).replace(/^Date: .*\r\n/m, '');
}
