import net from 'node:net';
import tls from 'node:tls';
import type { OpenHandles } from '../open-handles.ts';
import type { NetworkRule } from './network-rule.ts';

/** Target of a connection, in whichever form the caller gave it. */
export interface Target {
  readonly host: string;
  readonly port: number | string | undefined;
  /** Path of a Unix socket or named pipe. */
  readonly path: string | undefined;
}

type Options = Readonly<Record<string, unknown>>;

/** Arguments of `net.connect`, `socket.connect` and `tls.connect`. */
export function connectOptions(args: readonly unknown[]): Options {
  const [first, second] = args;
  if (typeof first === 'object' && first !== null) return first as Options;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  const rest = args.find((arg): arg is Options => typeof arg === 'object' && arg !== null) ?? {};
  return { ...rest, port: first, ...(typeof second === 'string' ? { host: second } : {}) };
}

/** The callback of a call that connects. */
const listenerOf = (args: readonly unknown[]): (() => void) | undefined =>
  typeof args.at(-1) === 'function' ? (args.at(-1) as () => void) : undefined;

export function targetOf(options: Options): Target {
  const { host, hostname, servername, port, path, socketPath } = options;
  const name = [host, hostname, servername].find((value) => typeof value === 'string' && value !== '');
  const pipe = socketPath ?? (port === undefined ? path : undefined);
  return {
    host: (name as string | undefined) ?? 'localhost',
    port: port as number | string | undefined,
    path: typeof pipe === 'string' ? pipe : undefined,
  };
}

export function checkTarget(rule: NetworkRule, { host, port, path }: Target): void {
  if (path === undefined) rule.check(host, port);
  else rule.checkUnlimited(`connect to ${path}`);
}

/** Tracks a connection until it is closed. */
export function trackSocket<S extends net.Socket>(socket: S, name: string, open: OpenHandles): S {
  if (open.has(socket)) return socket;
  open.add(
    socket,
    () => name,
    () => void socket.destroy(),
  );
  socket.once('close', () => open.remove(socket));
  return socket;
}

const describe = ({ host, port, path }: Target): string =>
  `connection to ${path ?? (port === undefined ? host : `${host}:${port}`)}`;

/** `node:net` for one application: connects to allowed hosts only and is closed with it. */
export function netFacade(rule: NetworkRule, open: OpenHandles): typeof net {
  class Socket extends net.Socket {
    override connect(...args: unknown[]): this {
      const options = connectOptions(args);
      const target = targetOf(options);
      checkTarget(rule, target);
      super.connect({ lookup: rule.lookup, ...options } as net.SocketConnectOpts, listenerOf(args));
      return trackSocket(this, describe(target), open);
    }
  }
  const Server = trackedServer(net.Server as new (...args: unknown[]) => net.Server, 'net', rule, open);
  const connect = (...args: unknown[]): net.Socket => {
    const options = connectOptions(args);
    const socket = new Socket(options);
    if (typeof options['timeout'] === 'number') socket.setTimeout(options['timeout']);
    return socket.connect(...(args as Parameters<net.Socket['connect']>));
  };
  return Object.freeze({
    ...net,
    Socket,
    Stream: Socket,
    Server,
    connect,
    createConnection: connect,
    createServer: (...args: unknown[]) => new Server(...args),
  }) as unknown as typeof net;
}

/** `node:tls` for one application. */
export function tlsFacade(rule: NetworkRule, open: OpenHandles): typeof tls {
  const Server = trackedServer(tls.Server as new (...args: unknown[]) => tls.Server, 'tls', rule, open);
  return Object.freeze({
    ...tls,
    Server,
    connect: (...args: unknown[]) => {
      const options = connectOptions(args);
      const target = targetOf(options);
      // An existing connection reaches nothing new.
      if (options['socket'] === undefined) checkTarget(rule, target);
      const socket = tls.connect({ lookup: rule.lookup, ...options }, listenerOf(args));
      return trackSocket(socket, describe(target), open);
    },
    createServer: (...args: unknown[]) => new Server(...args),
  }) as unknown as typeof tls;
}

/** A server class whose servers and their connections are closed with the application. */
export function trackedServer<S extends net.Server>(
  type: new (...args: unknown[]) => S,
  kind: string,
  rule: NetworkRule,
  open: OpenHandles,
): new (...args: unknown[]) => S {
  const Base = type as unknown as new (...args: unknown[]) => net.Server;
  class Server extends Base {
    readonly #connections = new Set<net.Socket>();

    constructor(...args: unknown[]) {
      super(...args);
      this.on('connection', (socket) => {
        this.#connections.add(socket);
        socket.once('close', () => this.#connections.delete(socket));
      });
      this.on('close', () => open.remove(this));
    }

    override listen(...args: unknown[]): this {
      rule.checkUnlimited('listen on a port');
      open.add(
        this,
        () => `${kind} server on ${addressOf(this)}`,
        () => {
          this.close();
          for (const socket of this.#connections) socket.destroy();
        },
      );
      return super.listen(...(args as Parameters<net.Server['listen']>));
    }
  }
  return Server as unknown as new (...args: unknown[]) => S;
}

function addressOf(server: net.Server): string {
  const address = server.address();
  return typeof address === 'string' ? address : address === null ? 'no port yet' : `port ${address.port}`;
}
