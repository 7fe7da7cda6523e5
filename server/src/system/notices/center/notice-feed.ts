import { serviceToken, type Undo } from '../../../kernel/index.ts';

/** Tells the open shells of a person on this host that the notices have changed. */
export class NoticeFeed {
  readonly #listeners = new Map<number, Set<() => void>>();

  tell(userIds: Iterable<number>): void {
    for (const userId of userIds) for (const listener of this.#listeners.get(userId) ?? []) listener();
  }

  tellAll(): void {
    this.tell([...this.#listeners.keys()]);
  }

  watch(userId: number, listener: () => void): Undo {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(userId);
    };
  }
}

export const NOTICE_FEED = serviceToken<NoticeFeed>('noticeFeed');
