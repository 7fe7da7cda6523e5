import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const PORT = 6379;

/** Stands before Redis on loopback, so that a test can take it away. */
export class RedisProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #away = false;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      if (this.#away) return void socket.destroy();
      const redis = connect(PORT, '127.0.0.1');
      for (const [from, to] of [
        [socket, redis],
        [redis, socket],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => undefined).on('close', () => to.destroy());
        from.pipe(to);
      }
    });
  }

  static async start(): Promise<RedisProxy> {
    const server = createServer();
    const proxy = new RedisProxy(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return proxy;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}/0`;
  }

  /** Ends all connections and refuses new ones. */
  cut(): void {
    this.#away = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  restore(): void {
    this.#away = false;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((closed) => this.#server.close(closed));
  }
}
