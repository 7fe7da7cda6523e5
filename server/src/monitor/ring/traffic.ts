import { Histogram } from './histogram.ts';

/** Answered requests of some time. The four figures of an application, with their buckets. */
export class Traffic {
  requests = 0;
  /** Answers from 500 on. */
  errors = 0;
  /** Sum of all durations, in milliseconds. */
  totalMs = 0;
  longestMs = 0;
  readonly durations: Histogram;

  constructor(durations = new Histogram()) {
    this.durations = durations;
  }

  add(status: number, durationMs: number): void {
    this.requests += 1;
    if (status >= 500) this.errors += 1;
    this.totalMs += durationMs;
    if (durationMs > this.longestMs) this.longestMs = durationMs;
    this.durations.add(durationMs);
  }

  merge(other: Traffic): void {
    this.requests += other.requests;
    this.errors += other.errors;
    this.totalMs += other.totalMs;
    this.longestMs = Math.max(this.longestMs, other.longestMs);
    this.durations.merge(other.durations);
  }
}

/** The value of a key, made where it is missing. */
export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
