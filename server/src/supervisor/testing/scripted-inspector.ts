import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

interface Request {
  readonly id: number;
  readonly method: string;
}

export interface ScriptedInspector {
  readonly address: string;
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
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    const send = (message: object): void => socket.send(JSON.stringify(message));
    socket.on('message', (content: Buffer) => {
      const request = JSON.parse(content.toString()) as Request;
      const result = answer(request, (method, params) => send({ method, params }));
      if (result) send({ id: request.id, result });
    });
  });
  await once(server, 'listening');
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
