import type { Undo } from '../../kernel/index.ts';
import type { BrokerStatus } from './broker.ts';

/** Availability of a broker, with the listeners of its changes. */
export class StatusBoard {
  #status: BrokerStatus;
  readonly #listeners = new Set<(status: BrokerStatus) => void>();

  constructor(status: BrokerStatus) {
    this.#status = status;
  }

  get current(): BrokerStatus {
    return this.#status;
  }

  watch(listener: (status: BrokerStatus) => void): Undo {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  set(available: boolean, reason?: string): void {
    const changed = available !== this.#status.available;
    this.#status = { ...this.#status, available, reason };
    if (changed) for (const listener of this.#listeners) listener(this.#status);
  }
}
