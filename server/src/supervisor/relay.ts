import { LeftTexts } from './left-texts.ts';
import type { RelayedMessage } from './protocol.ts';
import type { Worker } from './worker.ts';

/** Texts for a worker that has been silent for longer would only be held in memory. */
const SILENT_MS = 5_000;

/** Carries texts between workers, and keeps those of workers that have ended. It reads none. */
export class Relay {
  readonly #workers: Iterable<Worker>;
  readonly #left = new LeftTexts();

  /** @param workers those that live, at any time */
  constructor(workers: Iterable<Worker>) {
    this.#workers = workers;
  }

  take(from: Worker, message: RelayedMessage): void {
    const token = from.place?.token;
    if (token === undefined) return;
    switch (message.type) {
      case 'post':
        return this.#find(message.to)?.tell({ type: 'post', from: token, text: message.text });
      case 'leave':
        return this.#left.leave(token, message.text);
      case 'fold':
        return this.#left.fold(message.tokens, message.text);
      case 'read':
        return from.tell({ type: 'left', texts: this.#left.list() });
    }
  }

  ended({ place }: Worker): void {
    if (place) this.#left.ended(place.token);
  }

  #find(token: string): Worker | undefined {
    for (const worker of this.#workers)
      if (worker.place?.token === token && (worker.silence?.silentMs ?? 0) < SILENT_MS) return worker;
    return undefined;
  }
}
