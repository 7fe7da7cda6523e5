import type { Undo } from '../../kernel/index.ts';

/** What changed for a tenant, so that an open shell can follow. */
export interface RuntimeEvent {
  readonly type: 'installed' | 'upgraded' | 'enabled' | 'disabled' | 'removed' | 'developed';
  readonly appCode: string;
  readonly version: string | null;
  /** Of `developed`: what is served now; null where it is what was installed. */
  readonly build?: string | null;
}

type Listener = (event: RuntimeEvent) => void;

/** Tells what changed to the open shells of the tenants that it concerns. */
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
