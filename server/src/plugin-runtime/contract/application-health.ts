/**
 * Source of an error.
 *
 * `handler` and `timeout` answer a request; `intrinsics` is a change of shared built-ins;
 * `uncaught` is everything that no other kind covers.
 */
export type FaultKind =
  | 'handler'
  | 'timeout'
  | 'timer'
  | 'listener'
  | 'schedule'
  | 'message'
  | 'uncaught'
  | 'hold'
  | 'intrinsics';

/** One error of an application. */
export interface Fault {
  readonly kind: FaultKind;
  /** The failed activity; empty if unknown. */
  readonly what: string;
  readonly message: string;
  /** Position in the application's own sources: `platform-hello/src/a.ts:3:7`. */
  readonly place: string | undefined;
  /** ISO timestamp. */
  readonly at: string;
}

/** A span in which one application held the event loop. */
export interface LoopHold {
  /** Name of the handler, timer or scheduled method. */
  readonly what: string;
  readonly durationMs: number;
  /** ISO timestamp. */
  readonly at: string;
}

/** Resources that the replaced version had left open; the host closed them. */
export interface LeftOpen {
  readonly version: string;
  readonly timers: readonly string[];
  /** Sockets, servers, files, processes. */
  readonly handles: readonly string[];
  /** Requests that were aborted. */
  readonly abortedRequests: number;
}

/** Health of a loaded application since its load. (design 3.4, 9.4-18) */
export interface ApplicationHealth {
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
  /** Most recent errors, newest first. */
  readonly recent: readonly Fault[];
  readonly holds: { readonly count: number; readonly longestMs: number; readonly last: LoopHold | undefined };
  /** Resources that are open now. */
  readonly open: { readonly timers: number; readonly handles: readonly string[] };
  /** Its share of this process's cache; `evicted` counts values beyond its limit. */
  readonly cache:
    | {
        readonly entries: number;
        readonly size: number;
        readonly evicted: number;
        readonly hits: number;
        readonly misses: number;
      }
    | undefined;
  readonly leftOpen: LeftOpen | undefined;
}
