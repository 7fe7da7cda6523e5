import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request to the center. */
export interface Told {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A center that speaks the protocol of Spring Boot Admin, as far as its clients see it. */
export class TestCenter {
  readonly told: Told[] = [];
  /** Status of registrations; below 400 with an id. */
  status = 201;
  #server: Server | undefined;
  #port = 0;

  /** Again on the same port after {@link close}. */
  async listen(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      this.told.push(await toldBy(request));
      if (this.status >= 300) {
        response.writeHead(this.status, { location: `http://127.0.0.1:${this.#port}/elsewhere` }).end();
      } else if (request.method === 'DELETE') response.writeHead(204).end();
      else response.writeHead(this.status, { 'content-type': 'application/json' }).end('{"id":"a b/c"}');
    });
    const server = this.#server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/admin`;
  }

  async close(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }
}

async function toldBy(request: IncomingMessage): Promise<Told> {
  const body = await text(request);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization,
    body: body === '' ? undefined : (JSON.parse(body) as unknown),
  };
}
