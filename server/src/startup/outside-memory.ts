import { createHook } from 'node:async_hooks';
import { getHeapStatistics } from 'node:v8';
import type { OutsideMemoryFull, WorkUnderWay } from '../supervisor/index.ts';
import { collectGarbage } from './collect-garbage.ts';
import { residentReader } from './resident-bytes.ts';

/** From this share of the limit on, growth is attributed to applications. */
const FOLLOWED_SHARE = 0.5;
/** Below this share of the limit that ends. */
const LEFT_SHARE = 0.4;
/** From this share of the growth on an application is a suspect. */
const SUSPECT_SHARE = 0.1;
/** A collection that helped is not repeated within this time, in milliseconds … */
const COLLECTION_PAUSE_MS = 5_000;
/** … unless the memory is above the limit by so much. */
const FAR_ABOVE = 1.25;
const NO_THREADS: ReadonlyMap<string, number> = new Map();

/** Inputs and actions of {@link OutsideMemory}, replaced by tests. */
export interface OutsideMemoryParts {
  /** Resident bytes besides V8's heap above which the process is to end. */
  readonly limitBytes: number;
  /** Resident bytes besides V8's heap. */
  resident(): number;
  /** Bytes that objects of the heap keep outside of it; read in about a microsecond. */
  external(): number;
  /** The work of the current asynchronous context. */
  underWay(): WorkUnderWay;
  /** Bytes that threads of applications keep; undefined where there are none. */
  threads(): Promise<ReadonlyMap<string, number>> | undefined;
  /** Runs a full collection. */
  collect(): void;
  /** Calls `begun` before and `over` after each callback of the process. @returns ends that */
  follow(begun: () => void, over: () => void): () => void;
  /** Tells that the limit is passed. @returns false where it could not be told now */
  full(facts: OutsideMemoryFull): boolean;
}

interface Growth {
  bytes: number;
  /** The largest growth at once, and the work that it was for. */
  largest: number;
  work: WorkUnderWay;
}

/**
 * Watches the memory that an application keeps outside of V8's heap, as buffers: V8 does not limit
 * it, and the system would end a process of its choice. (design 10.3)
 *
 * Growth is attributed to applications from half of the limit on, callback by callback, since that
 * makes each callback slower.
 */
export class OutsideMemory {
  readonly #parts: OutsideMemoryParts;
  readonly #grown = new Map<string, Growth>();
  #unfollow: (() => void) | undefined;
  #inside: string | undefined;
  #settled = 0;
  #followedFrom = 0;
  #followedResident = 0;
  #collectedAt = Number.NEGATIVE_INFINITY;
  #isFull = false;
  #isUnreported = false;
  #isAsking = false;
  /** Bytes of threads when the growth was followed first. */
  #threadsBefore: ReadonlyMap<string, number> = NO_THREADS;

  constructor(parts: OutsideMemoryParts) {
    this.#parts = parts;
  }

  /** The synchronous work of an application begins; of nobody where there is none. */
  readonly inside = (appCode: string | undefined): void => {
    if (this.#unfollow !== undefined) this.#settle();
    this.#inside = appCode;
  };

  /** Looks at the memory; to be called four times a second. @param now in milliseconds */
  look(now: number): void {
    if (this.#isFull || this.#isAsking) return;
    const { limitBytes } = this.#parts;
    const resident = this.#parts.resident();
    if (resident < limitBytes * LEFT_SHARE) this.#leave();
    else if (resident >= limitBytes * FOLLOWED_SHARE) this.#follow(resident);
    if (resident < limitBytes) return;
    const isSoon = now - this.#collectedAt < COLLECTION_PAUSE_MS;
    if (isSoon && (resident < limitBytes * FAR_ABOVE || this.#isUnreported)) return;
    this.#collectedAt = now;
    this.#parts.collect();
    this.#isUnreported = false;
    if (this.#parts.resident() < limitBytes) return;
    const threads = this.#parts.threads();
    if (threads === undefined) return this.#tell(NO_THREADS);
    this.#isAsking = true;
    void threads.then((kept) => {
      this.#isAsking = false;
      this.#tell(kept);
    });
  }

  #tell(threads: ReadonlyMap<string, number>): void {
    const residentBytes = this.#parts.resident();
    // A thread may have ended meanwhile.
    if (residentBytes < this.#parts.limitBytes) return;
    for (const [application, bytes] of threads) {
      const work = { application, requestId: undefined };
      this.#add(work, bytes - (this.#threadsBefore.get(application) ?? 0));
    }
    this.#threadsBefore = threads;
    // Memory of threads is in no heap: an application that grew a little would be the culprit.
    const outside = residentBytes - this.#followedResident;
    const whole = Math.max(outside, this.#parts.external() - this.#followedFrom);
    const underWay = this.#culprit(whole);
    this.#isFull = this.#parts.full({ residentBytes, underWay, suspects: this.#suspects(whole) });
    this.#isUnreported = !this.#isFull;
    if (this.#isFull) this.#leave();
  }

  #follow(resident: number): void {
    if (this.#unfollow !== undefined) return;
    this.#followedResident = resident;
    this.#settled = this.#parts.external();
    this.#followedFrom = this.#settled;
    // Threads that have reached the limit before that are the growth.
    if (resident >= this.#parts.limitBytes) this.#followedResident = 0;
    else void this.#parts.threads()?.then((kept) => (this.#threadsBefore = kept));
    this.#unfollow = this.#parts.follow(
      () => (this.#settled = this.#parts.external()),
      () => this.#settle(),
    );
  }

  #leave(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#grown.clear();
    this.#threadsBefore = NO_THREADS;
  }

  /** Attributes what has grown since the last call. */
  #settle(): void {
    const external = this.#parts.external();
    const bytes = external - this.#settled;
    this.#settled = external;
    if (bytes === 0) return;
    const work = this.#parts.underWay();
    this.#add({ ...work, application: this.#inside ?? work.application }, bytes);
  }

  #add(work: WorkUnderWay, bytes: number): void {
    if (work.application === undefined) return;
    const growth = this.#grown.get(work.application) ?? { bytes: 0, largest: 0, work };
    growth.bytes += bytes;
    if (bytes > growth.largest) {
      growth.largest = bytes;
      growth.work = work;
    }
    this.#grown.set(work.application, growth);
  }

  /** Those that account for some of the growth. */
  #suspects(whole: number): string[] {
    const least = whole * SUSPECT_SHARE;
    return [...this.#grown].flatMap(([application, { bytes }]) => (bytes > least ? [application] : []));
  }

  /** The application that accounts for more than half of the growth. */
  #culprit(whole: number): WorkUnderWay | undefined {
    const [most] = [...this.#grown.values()].sort((a, b) => b.bytes - a.bytes);
    return most !== undefined && most.bytes > whole / 2 ? most.work : undefined;
  }
}

/** The memory of this process. @param limitBytes, parts see {@link OutsideMemoryParts} */
export const ownOutsideMemory = (
  limitBytes: number,
  parts: Pick<OutsideMemoryParts, 'underWay' | 'threads' | 'full'>,
): OutsideMemory => {
  const resident = residentReader();
  return new OutsideMemory({
    limitBytes,
    resident: () => resident() - getHeapStatistics().total_physical_size,
    external: () => getHeapStatistics().external_memory,
    collect: collectGarbage,
    follow(before, after) {
      const hook = createHook({ before, after }).enable();
      return () => hook.disable();
    },
    ...parts,
  });
};
