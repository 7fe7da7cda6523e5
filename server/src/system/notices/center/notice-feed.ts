import type { ClusterBus } from '../../../infra/index.ts';
import { serviceToken, type Undo } from '../../../kernel/index.ts';

const TOPIC = 'notices';

/** Tells the open shells of a person that the notices have changed. */
export class NoticeFeed {
  readonly #bus: ClusterBus;
  readonly #listeners = new Map<number, Set<() => void>>();

  constructor(bus: ClusterBus) {
    this.#bus = bus;
  }

  /** Tells shells on all hosts. */
  tell(userIds: readonly number[]): void {
    this.#tellHere(userIds);
    this.#bus.publish(TOPIC, { userIds });
  }

  /** Tells everybody on this host. */
  tellAll(): void {
    this.#tellHere([...this.#listeners.keys()]);
  }

  /** Follows what other hosts have delivered. */
  follow(): Undo {
    return this.#bus.subscribe(TOPIC, {
      received: (body) => this.#tellHere((body as { readonly userIds: readonly number[] }).userIds),
      missed: () => this.tellAll(),
    });
  }

  watch(userId: number, listener: () => void): Undo {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(userId);
    };
  }

  #tellHere(userIds: readonly number[]): void {
    for (const userId of userIds) for (const listener of this.#listeners.get(userId) ?? []) listener();
  }
}

export const NOTICE_FEED = serviceToken<NoticeFeed>('noticeFeed');
