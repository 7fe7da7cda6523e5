/**
 * Where an error came up: answering a request (thrown, or too late), in a timer, a listener, a scheduled run, a message;
 * uncaught anywhere else; by changing what everybody shares.
 */
export type FaultKind =
  'handler' | 'timeout' | 'timer' | 'listener' | 'schedule' | 'message' | 'uncaught' | 'hold' | 'intrinsics';

/** One error of an application. */
export interface Fault {
  readonly kind: FaultKind;
  /** What it was doing; empty where that says nothing. */
  readonly what: string;
  readonly message: string;
  /** In the application's own sources: `platform-hello/src/a.ts:3:7`. */
  readonly place: string | undefined;
  /** ISO timestamp. */
  readonly at: string;
}

/** The event loop, held by an application, so that nobody else got on. */
export interface LoopHold {
  /** A handler, a timer, a scheduled method. */
  readonly what: string;
  readonly durationMs: number;
  /** ISO timestamp. */
  readonly at: string;
}

/** What an application left open when its former version was unloaded; it was closed for it. */
export interface LeftOpen {
  readonly version: string;
  readonly timers: readonly string[];
  /** Sockets, servers, files, processes. */
  readonly handles: readonly string[];
  /** Requests that were cut off. */
  readonly abortedRequests: number;
}

/** How a loaded application does, since its load. (design 3.4, 9.4-18) */
export interface ApplicationHealth {
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
  /** The last errors, the newest first. */
  readonly recent: readonly Fault[];
  readonly holds: { readonly count: number; readonly longestMs: number; readonly last: LoopHold | undefined };
  /** What is open now. */
  readonly open: { readonly timers: number; readonly handles: readonly string[] };
  /** What it keeps in the cache of this process; values beyond its room were evicted. */
  readonly cache: { readonly entries: number; readonly size: number; readonly evicted: number } | undefined;
  readonly leftOpen: LeftOpen | undefined;
}
