import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut and opened again, as when a database goes away. */
export class CuttablePort {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut = false;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async open(target: { readonly host: string; readonly port: number }): Promise<CuttablePort> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const way = new CuttablePort(server);
    server.on('connection', (socket) => way.#pass(socket, target));
    return way;
  }

  /** Breaks what is connected off and accepts nothing any more. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(from: Socket, target: { readonly host: string; readonly port: number }): void {
    if (this.#cut) {
      from.destroy();
      return;
    }
    const to = connect(target.port, target.host);
    for (const [socket, peer] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  }
}
