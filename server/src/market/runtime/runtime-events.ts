import type { Undo } from '../../kernel/index.ts';

/** A change for a tenant, sent to its open shells. */
export interface RuntimeEvent {
  readonly type: 'installed' | 'upgraded' | 'enabled' | 'disabled' | 'removed' | 'developed';
  readonly appCode: string;
  readonly version: string | null;
  /** Build of a `developed` event; null once the installed frontend is served again. */
  readonly build?: string | null;
}

type Listener = (event: RuntimeEvent) => void;

/** Sends changes to the open shells of the affected tenants. */
export class RuntimeEvents {
  readonly #listeners = new Map<string, Set<Listener>>();

  emit(tenantIds: Iterable<string>, event: RuntimeEvent): void {
    for (const tenantId of new Set(tenantIds)) {
      for (const listener of this.#listeners.get(tenantId) ?? []) listener(event);
    }
  }

  watch(tenantId: string, listener: Listener): Undo {
    const listeners = this.#listeners.get(tenantId) ?? new Set();
    this.#listeners.set(tenantId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(tenantId);
    };
  }
}
