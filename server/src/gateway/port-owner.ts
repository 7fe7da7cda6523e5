import { Server, type AddressInfo, type ListenOptions } from 'node:net';
import { serviceToken } from '../kernel/index.ts';
import type { PortPlace } from '../supervisor/index.ts';

/** A port whose connections reach a server. */
export interface OpenPort {
  readonly port: number;
  /** Lets no further connection in; resolves once the last one has ended. */
  close(): Promise<void>;
}

/** Opens ports, or finds them open where an earlier process of this host has opened them. */
export interface PortOwner {
  /** @throws the error of the system, such as `EADDRINUSE` */
  open(server: Server, place: PortPlace): Promise<OpenPort>;
}

/** Absent where each process opens its ports itself. */
export const PORT_OWNER = serviceToken<PortOwner>('port owner');

/** Opens ports that end with this process. */
export const ownPorts: PortOwner = {
  open: (server, { port, host }) => listenOn(server, { port, host }),
};

/**
 * Lets a server listen.
 *
 * @param target address, or the handle of a port that is open
 * @throws the error of the system
 */
export async function listenOn(server: Server, target: ListenOptions | object): Promise<OpenPort> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(target, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    // The `close` of an HTTP server ends idle connections at once.
    close: () => new Promise((resolve) => void Server.prototype.close.call(server, () => resolve())),
  };
}
