import { setInterval } from 'node:timers/promises';

/** Between two questions whether a host is ready. */
const INTERVAL_MS = 100;
/** Login at the monitoring endpoints. */
const AUTHORIZATION = `Basic ${Buffer.from('monitor:monitor').toString('base64')}`;

/**
 * Chooses a host for each request as a load balancer does: in turn, among those whose readiness
 * probe reports it. (spec: Monitoring endpoints; design 10.2)
 */
export class Balancer {
  readonly #addresses: () => readonly string[];
  #ready: readonly string[] = [];
  #turn = 0;
  #stopped = false;

  /** @param addresses of all hosts, as they are now */
  constructor(addresses: () => readonly string[]) {
    this.#addresses = addresses;
    void this.#watch();
  }

  get ready(): readonly string[] {
    return this.#ready;
  }

  /** @returns the address of the next host */
  next(): string {
    const address = this.#ready[this.#turn++ % this.#ready.length];
    if (!address) throw new Error('No host is ready.');
    return address;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #watch(): Promise<void> {
    for await (const _ of setInterval(INTERVAL_MS)) {
      if (this.#stopped) return;
      const addresses = this.#addresses();
      const states = await Promise.all(addresses.map((address) => this.#isReady(address)));
      this.#ready = addresses.filter((_address, at) => states[at]);
    }
  }

  async #isReady(address: string): Promise<boolean> {
    const response = await fetch(`${address}/actuator/health/readiness`, {
      headers: { authorization: AUTHORIZATION },
      signal: AbortSignal.timeout(INTERVAL_MS * 20),
    }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok ?? false;
  }
}
