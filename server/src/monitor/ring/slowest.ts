import { entryOf } from './traffic.ts';

/** A request that took long, with the share of its statements. */
export interface SlowRequest {
  /** When it was answered, in milliseconds since 1970. */
  readonly atMs: number;
  /** Empty for the host's own. */
  readonly application: string;
  readonly method: string;
  /** Pattern of the route, without values of the caller. */
  readonly uri: string;
  readonly status: number;
  readonly durationMs: number;
  /** Statements of mappers, or the host's own, and the sum of their times: they may overlap. */
  readonly statements: number;
  readonly statementMs: number;
  /** The one that took the most time; empty without any. */
  readonly longest: string;
  readonly longestMs: number;
  readonly requestId: string;
}

/** Shorter requests are never kept. */
export const SLOW_FROM_MS = 100;
/** Requests of an application that are kept of one step. */
const MOST_OF_ONE = 3;
/** Requests that a row has at most. */
const MOST = 20;

/** The slowest requests of some time, some of each application. (design 12: why it was slow) */
export class Slowest {
  readonly #byApplication = new Map<string, SlowRequest[]>();

  add(request: SlowRequest): void {
    const requests = entryOf(this.#byApplication, request.application, () => []);
    requests.push(request);
    if (requests.length <= MOST_OF_ONE) return;
    requests.sort(slowerFirst);
    requests.length = MOST_OF_ONE;
  }

  list(): readonly SlowRequest[] {
    return [...this.#byApplication.values()].flat().sort(slowerFirst).slice(0, MOST);
  }
}

export const slowerFirst = (a: SlowRequest, b: SlowRequest): number => b.durationMs - a.durationMs;
