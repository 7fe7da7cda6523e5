import { serviceToken, type Logger, type Undo } from '../../kernel/index.ts';
import { BusListeners } from './bus-listeners.ts';
import type { BusListener, ClusterBus } from './cluster-bus.ts';

/** Connects hosts of one process, such as those of a test. A single host is alone on it. */
export class LocalBus {
  readonly #members = new Set<BusListeners>();

  join(logger: Logger): ClusterBus {
    const own = new BusListeners(logger);
    this.#members.add(own);
    return {
      publish: (topic: string, body: unknown): void => {
        if (this.#members.size < 2) return;
        const json = JSON.stringify(body ?? null);
        for (const member of this.#members) if (member !== own) member.receive(topic, JSON.parse(json));
      },
      subscribe: (topic: string, listener: BusListener): Undo => own.add(topic, listener),
      get topics() {
        return own.topics;
      },
    };
  }
}

/** Connects hosts of tests without Redis. */
export const LOCAL_BUS = serviceToken<LocalBus>('local bus');
