import { randomUUID } from 'node:crypto';

/** Work that another process has asked for, and stops by its id. */
export class StoppableWork {
  readonly #running = new Map<string, AbortController>();

  async run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stopping = new AbortController();
    this.#running.set(id, stopping);
    try {
      return await work(stopping.signal);
    } finally {
      this.#running.delete(id);
    }
  }

  /** @returns null, as an answer to who asked */
  readonly stop = (id: string): null => {
    this.#running.get(id)?.abort();
    return null;
  };
}

interface Remote<T> {
  readonly ask: (id: string) => Promise<T>;
  readonly stop: (id: string) => Promise<unknown>;
}

/** Asks another process for work, and stops it there once `signal` aborts. */
export async function askStoppably<T>(signal: AbortSignal, { ask, stop }: Remote<T>): Promise<T> {
  const id = randomUUID();
  const leave = (): void => void stop(id).catch(() => undefined);
  signal.addEventListener('abort', leave, { once: true });
  try {
    const answer = ask(id);
    if (signal.aborted) leave();
    return await answer;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
