import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to a host that can cut or hold its answers. */
export class FlakyWay {
  readonly url: string;
  /** Headers of each request for a package. */
  readonly asked: Array<IncomingMessage['headers']> = [];
  /** Bytes after which the next package answers are cut, one entry per answer. */
  cuts: number[] = [];
  /** Stops package answers after their first bytes. */
  holds = false;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param to base address of the host */
  static async open(to: string): Promise<FlakyWay> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const way = new FlakyWay(server);
    server.on('request', (asked, answer) => way.#pass(to, asked, answer));
    return way;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(to: string, asked: IncomingMessage, answer: ServerResponse): void {
    const isPackage = /\/packages\//.test(asked.url ?? '');
    if (isPackage) this.asked.push(asked.headers);
    const on = request(to + (asked.url ?? ''), { method: asked.method, headers: asked.headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      const cut = isPackage ? this.cuts.shift() : undefined;
      if (isPackage && this.holds) answer.write(found.read(10) ?? '');
      else if (cut === undefined) found.pipe(answer);
      else
        found.once('data', (chunk: Buffer) =>
          answer.write(chunk.subarray(0, cut), () => setTimeout(() => answer.destroy(), 30)),
        );
    });
    on.on('error', () => answer.destroy());
    asked.pipe(on);
  }
}
