import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { PlatformError } from '../kernel/index.ts';
import type { PortPlace } from '../supervisor/index.ts';
import { answerMalformed } from './malformed.ts';
import { ownPorts, type OpenPort, type PortOwner } from './port-owner.ts';
import type { RenewedCertificate } from './tls/renewed-certificate.ts';

/** Idle time in milliseconds after which a closing server expects no request of a connection. */
const GRACE_MS = 300;
/** Time limit of a handshake of TLS in milliseconds. */
const HANDSHAKE_MS = 10_000;

/**
 * Contexts that are there when a port is opened are those of every request, and each context of its
 * own would have to copy them.
 */
const outside = AsyncLocalStorage.snapshot();

/** A listening server. */
export interface Listener {
  /** Base address, such as `http://127.0.0.1:8080`, or with `https`. */
  readonly url: string;
  readonly port: number;
  /** Answers from now on with `Connection: close`, so that clients leave before the end. */
  drain(): void;
  /** Refuses new connections, lets in-flight requests end, closes the rest after `timeout` ms. */
  close(timeout: number): Promise<void>;
}

interface ListenOptions {
  /** With one, the port speaks HTTPS only. */
  readonly certificate?: RenewedCertificate | undefined;
  /** This process if omitted. */
  readonly owner?: PortOwner | undefined;
}

/**
 * @throws PORT_IN_USE, PORT_FORBIDDEN, ADDRESS_UNAVAILABLE with the configuration key to change
 */
export async function listen(
  handler: RequestListener,
  place: PortPlace,
  { certificate, owner = ownPorts }: ListenOptions = {},
): Promise<Listener> {
  let isDraining = false;
  const onRequest: RequestListener = (request, response) => {
    if (isDraining || !server.listening) response.shouldKeepAlive = false;
    handler(request, response);
  };
  // Without `optimizeEmptyRequests`, empty streams take a quarter of Node's work on a small
  // request.
  const options = { keepAliveTimeout: 65_000, optimizeEmptyRequests: true };
  const secure =
    certificate &&
    createSecureServer(
      { ...options, ...certificate.current.options, handshakeTimeout: HANDSHAKE_MS },
      onRequest,
    );
  if (secure) certificate.renew(secure);
  const server: Server = secure ?? createServer(options, onRequest);
  // Also raised later, when a connection cannot be accepted; the server continues then.
  server.on('error', () => undefined);
  server.on('clientError', answerMalformed);
  server.on('checkContinue', (request, response) => {
    // A refusal needs no body: it is asked for once it is read.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    onRequest(request, response);
  });
  const endHandshakes = certificate && watchHandshakes(server);
  const open = await outside(() => owner.open(server, place)).catch((error: NodeJS.ErrnoException) => {
    throw explain(error, place);
  });
  const host = place.host === '0.0.0.0' ? '127.0.0.1' : place.host;
  return {
    port: open.port,
    url: `${certificate ? 'https' : 'http'}://${host}:${open.port}`,
    drain: () => void (isDraining = true),
    close: (timeout) => close({ server, open }, timeout, endHandshakes),
  };
}

/** @returns ends all connections, those in their handshake too, which HTTP does not know */
function watchHandshakes(server: Server): () => void {
  const begun = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    begun.add(socket);
    socket.once('close', () => begun.delete(socket));
  });
  return () => {
    for (const socket of begun) socket.destroy();
  };
}

function explain(error: NodeJS.ErrnoException, { port, host, key }: PortPlace): Error {
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
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')) {
    return new PlatformError({
      code: 'ADDRESS_UNAVAILABLE',
      message: `This machine has no address ${host} to listen on.`,
      fix: `Set --${key.replace(/port$/, 'host')} to an address of its own, or to 0.0.0.0 for all of them.`,
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
async function close(
  { server, open }: { readonly server: Server; readonly open: OpenPort },
  timeout: number,
  endHandshakes = () => {},
): Promise<void> {
  const closed = open.close();
  const timer = setTimeout(() => {
    server.closeAllConnections();
    endHandshakes();
  }, timeout);
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
