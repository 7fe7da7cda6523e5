import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { PlatformError } from '../kernel/index.ts';

/** A connection that has been idle for so long when the server closes has no request on its way, in milliseconds. */
const GRACE_MS = 300;

/** A listening server. */
export interface Listener {
  /** Base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** Takes no new connections, lets requests in flight end, then closes what is left after `timeout` milliseconds. */
  close(timeout: number): Promise<void>;
}

/** @throws PORT_IN_USE, PORT_FORBIDDEN with the configuration key to change */
export async function listen(
  handler: RequestListener,
  port: number,
  host: string,
  key: string,
): Promise<Listener> {
  // Without `optimizeEmptyRequests`, streams that carry nothing take a quarter of Node's work on a small request.
  const server = createServer(
    { keepAliveTimeout: 65_000, optimizeEmptyRequests: true },
    (request, response) => {
      if (!server.listening) response.shouldKeepAlive = false;
      handler(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    // Of a port that cannot be had; also later, when a connection cannot be accepted, which ends nothing.
    server.on('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host, key)));
    server.listen(port, host, resolve);
  });
  const actual = (server.address() as AddressInfo).port;
  return {
    port: actual,
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${actual}`,
    close: (timeout) => close(server, timeout),
  };
}

function explain(error: NodeJS.ErrnoException, port: number, host: string, key: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new PlatformError({
      code: 'PORT_IN_USE',
      message: `Port ${port} on ${host} is taken by another program.`,
      fix: `Stop that program, or choose another port with --${key}=<port>.`,
      cause: error,
    });
  }
  if (error.code === 'EACCES') {
    return new PlatformError({
      code: 'PORT_FORBIDDEN',
      message: `This user may not listen on port ${port}.`,
      fix: `Choose a port above 1024 with --${key}=<port>.`,
      cause: error,
    });
  }
  return error;
}

/**
 * Node's own `close` ends idle connections at once, and with one of them a request that is on its way: who sends meanwhile
 * is answered, and told that the connection ends.
 */
async function close(server: Server, timeout: number): Promise<void> {
  const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), timeout);
  // After what has arrived was read, which a busy process does late: a request may be among it.
  const closeIdle = (): void => void setImmediate(() => server.closeIdleConnections());
  let idle: NodeJS.Timeout | undefined;
  const grace = setTimeout(
    () => {
      closeIdle();
      idle = setInterval(closeIdle, 50);
    },
    Math.min(GRACE_MS, timeout),
  );
  await closed;
  for (const each of [timer, grace, idle]) clearTimeout(each);
}
