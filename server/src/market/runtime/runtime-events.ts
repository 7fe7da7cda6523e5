import type { ClusterBus } from '../../infra/index.ts';
import type { Undo } from '../../kernel/index.ts';

/** Says that records of installations have changed. (design 10.4) */
export const APPS_TOPIC = 'apps';
const TOPIC = 'runtime-events';

/** A change for a tenant, sent to its open shells. */
export interface RuntimeEvent {
  readonly type: 'installed' | 'upgraded' | 'enabled' | 'disabled' | 'removed' | 'developed';
  readonly appCode: string;
  readonly version: string | null;
  /** Build of a `developed` event; null once the installed frontend is served again. */
  readonly build?: string | null;
}

type Listener = (event: RuntimeEvent) => void;

/** An event on its way to the shells of other hosts. */
interface Forwarded {
  readonly tenantIds: readonly string[];
  readonly event: RuntimeEvent;
}

/** Sends changes to the open shells of the affected tenants, whichever host they are open on. */
export class RuntimeEvents {
  readonly #bus: ClusterBus;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(bus: ClusterBus) {
    this.#bus = bus;
  }

  emit(tenantIds: Iterable<string>, event: RuntimeEvent): void {
    const affected = [...new Set(tenantIds)];
    this.#deliver(affected, event);
    this.#bus.publish(TOPIC, { tenantIds: affected, event } satisfies Forwarded);
  }

  /**
   * Hears the events of other hosts.
   *
   * @param reload reads the records of installations, which a shell asks for next
   */
  follow(reload: () => Promise<void>): Undo {
    return this.#bus.subscribe(TOPIC, {
      received: async (body) => {
        const { tenantIds, event } = body as Forwarded;
        await reload();
        this.#deliver(tenantIds, event);
      },
      // A shell asks for what runs when its stream begins again, and with each view that it opens.
      missed: () => undefined,
    });
  }

  watch(tenantId: string, listener: Listener): Undo {
    const listeners = this.#listeners.get(tenantId) ?? new Set();
    this.#listeners.set(tenantId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(tenantId);
    };
  }

  #deliver(tenantIds: readonly string[], event: RuntimeEvent): void {
    for (const tenantId of tenantIds) {
      for (const listener of this.#listeners.get(tenantId) ?? []) listener(event);
    }
  }
}
