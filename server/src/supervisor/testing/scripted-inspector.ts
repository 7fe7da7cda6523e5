import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const HEADER = 6;

interface Request {
  readonly id: number;
  readonly method: string;
}

export interface ScriptedInspector {
  readonly address: string;
  /** Methods in the order in which they were called. */
  readonly calls: string[];
  close(): void;
}

/**
 * An inspector that answers as a test says: where a pause falls is chance with a real one.
 *
 * @param answer of a request; it tells events by `tell`
 */
export async function startScriptedInspector(
  answer: (request: Request, tell: (method: string, params: object) => void) => object | undefined,
): Promise<ScriptedInspector> {
  const calls: string[] = [];
  const server = createServer();
  const sockets: Duplex[] = [];
  server.on('upgrade', ({ headers }, socket: Duplex) => {
    sockets.push(socket.on('error', () => undefined));
    const accepted = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
    );
    const send = (message: object): void => void socket.write(frameOf(JSON.stringify(message)));
    let received = Buffer.alloc(0);
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      for (;;) {
        const [text, length] = firstIn(received);
        if (length === 0) return;
        received = received.subarray(length);
        const request = JSON.parse(text) as Request;
        calls.push(request.method);
        const result = answer(request, (method, params) => send({ method, params }));
        if (result) send({ id: request.id, result });
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A text frame of a server: complete, and without a mask. */
function frameOf(text: string): Buffer {
  const content = Buffer.from(text);
  if (content.length < 126) return Buffer.concat([Buffer.from([0x81, content.length]), content]);
  const header = Buffer.from([0x81, 126, 0, 0]);
  header.writeUInt16BE(content.length, 2);
  return Buffer.concat([header, content]);
}

/** @returns text and length of the first masked frame; the length 0 where it is incomplete */
function firstIn(received: Buffer): [text: string, length: number] {
  if (received.length < HEADER) return ['', 0];
  const short = (received[1] ?? 0) & 0x7f;
  const offset = short === 126 ? 2 : 0;
  const length = short === 126 ? received.readUInt16BE(2) : short;
  const end = HEADER + offset + length;
  if (received.length < end) return ['', 0];
  const mask = received.subarray(2 + offset, HEADER + offset);
  const content = Buffer.from(received.subarray(HEADER + offset, end)).map(
    (byte, at) => byte ^ (mask[at % 4] ?? 0),
  );
  return [Buffer.from(content).toString(), end];
}
