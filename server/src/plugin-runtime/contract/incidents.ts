import { reasonOf, serviceToken } from '../../kernel/index.ts';

/** Most incidents that are kept, and characters of a message. */
const MOST = 100;
const LONGEST = 2_000;

/** Something that would have harmed all applications if the host had not contained it. */
export interface Incident {
  /** ISO timestamp. */
  readonly at: string;
  /** An uncaught value of an application, one without an origin, or a held event loop. */
  readonly kind: 'uncaught' | 'stray' | 'hold';
  readonly message: string;
  /** The culprit, or those that were at work. */
  readonly applications: readonly string[];
  /** Whether the application is known to be the culprit. */
  readonly certain: boolean;
}

/** The last incidents of this process, the newest first. (design 11.2, 16-33) */
export class Incidents {
  readonly #recent: Incident[] = [];

  get recent(): readonly Incident[] {
    return this.#recent;
  }

  /** @param what an error or any other value that was thrown, or a text */
  record(kind: Incident['kind'], what: unknown, applications: readonly string[], certain: boolean): void {
    const message = reasonOf(what).slice(0, LONGEST);
    this.#recent.unshift({ at: new Date().toISOString(), kind, message, applications, certain });
    this.#recent.length = Math.min(this.#recent.length, MOST);
  }
}

export const INCIDENTS = serviceToken<Incidents>('incidents');
