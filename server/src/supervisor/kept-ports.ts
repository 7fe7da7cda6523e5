import type { SendHandle } from 'node:child_process';
import type { PortPlace } from './protocol.ts';

/** A handle of Node's own, as it arrives from a worker. */
export type PortHandle = SendHandle & { close(): void };

interface KeptPort {
  readonly place: PortPlace;
  readonly handle: PortHandle;
}

/**
 * The listening sockets of the worker, which outlive it.
 *
 * This process never accepts from them: while there is no worker, connections wait in the system's
 * queue, so that none is refused and no port changes. (docs/decisions/0129)
 */
export class KeptPorts implements Iterable<KeptPort> {
  readonly #ports = new Map<string, KeptPort>();

  keep(place: PortPlace, handle: PortHandle): void {
    this.#ports.get(place.key)?.handle.close();
    this.#ports.set(place.key, { place, handle });
  }

  /** Closes the ports that a worker no longer uses. */
  retain(keys: readonly string[]): void {
    for (const [key, { handle }] of this.#ports) {
      if (keys.includes(key)) continue;
      handle.close();
      this.#ports.delete(key);
    }
  }

  [Symbol.iterator](): Iterator<KeptPort> {
    return this.#ports.values();
  }
}
