import { readdirSync, readFileSync } from 'node:fs';
import { percentile } from './statistics.ts';

/** Work that is measured: a process, and a burst of requests that keeps it busy. */
export interface Subject {
  readonly name: string;
  readonly pid: number;
  /** Sends `count` requests and resolves once all are answered. */
  readonly burst: (count: number) => Promise<void>;
}

/** Processor time per request of one subject, in microseconds, over all bursts. */
export interface ProcessorTime {
  readonly p10: number;
  readonly p25: number;
  readonly p50: number;
}

export interface Bursts {
  /** Bursts per subject. */
  readonly rounds: number;
  /** Requests per burst; thousands, so that garbage collection is part of each. */
  readonly requests: number;
}

/** Requests before the first burst that counts: a host compiles more code than a bare server. */
const warmUpOf = (requests: number): number => Math.min(20_000, 20 * requests);

/**
 * Measures processor time per request in interleaved bursts.
 *
 * Rates mix the scheduler, the load generator and the neighbours into the figure; processor time
 * of the server's process does not. Low percentiles leave out bursts that shared the caches.
 *
 * @returns figures by name of the subject
 */
export async function processorTimes(
  subjects: readonly Subject[],
  { rounds, requests }: Bursts,
): Promise<ReadonlyMap<string, ProcessorTime>> {
  const samples = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (const { burst } of subjects) await burst(warmUpOf(requests));
  for (let round = 0; round < rounds; round++) {
    for (const { name, pid, burst } of subjects) {
      const before = processorNanoseconds(pid);
      await burst(requests);
      samples.get(name)?.push((processorNanoseconds(pid) - before) / 1000 / requests);
    }
  }
  return new Map([...samples].map(([name, values]) => [name, summary(values)]));
}

function summary(values: readonly number[]): ProcessorTime {
  const at = (share: number): number => percentile(values, share);
  return { p10: at(0.1), p25: at(0.25), p50: at(0.5) };
}

/** Time that all threads of a process have run, in nanoseconds. */
export function processorNanoseconds(pid: number): number {
  let total = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) total += nanosecondsOf(pid, task);
  return total;
}

/** A thread may end between the listing and the reading. */
function nanosecondsOf(pid: number, task: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}
