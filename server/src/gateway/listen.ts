import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { PlatformError } from '../kernel/index.ts';

/** Idle time in milliseconds after which a closing server expects no request of a connection. */
const GRACE_MS = 300;

/** A listening server. */
export interface Listener {
  /** Base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** Refuses new connections, lets in-flight requests end, closes the rest after `timeout` ms. */
  close(timeout: number): Promise<void>;
}

/** @throws PORT_IN_USE, PORT_FORBIDDEN with the configuration key to change */
export async function listen(
  handler: RequestListener,
  port: number,
  host: string,
  key: string,
): Promise<Listener> {
  // Without `optimizeEmptyRequests`, empty streams take a quarter of Node's work on a small
  // request.
  const server = createServer(
    { keepAliveTimeout: 65_000, optimizeEmptyRequests: true },
    (request, response) => {
      if (!server.listening) response.shouldKeepAlive = false;
      handler(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    // Also raised later, when a connection cannot be accepted; the server goes on then.
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
      message: `Port ${port} on ${host} is in use by another program.`,
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
 * Closes a server without losing a request. Node's own `close` ends idle connections at once,
 * although a request may be on its way: during the grace period it is answered, with
 * `Connection: close`.
 */
async function close(server: Server, timeout: number): Promise<void> {
  const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), timeout);
  // After received data was read, which a busy process does late: it may contain a request.
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
