import { randomUUID } from 'node:crypto';
import { serviceToken } from './service.ts';

/** This process among the workers of its supervisor, which share machine and data directory. */
export interface ThisWorker {
  /** From 1; no two workers that live have the same one. */
  readonly number: number;
  /** Unique for each process. */
  readonly token: string;
  /** Identity shared by the workers: their supervisor, or this process where there is none. */
  readonly group: { readonly id: string; readonly pid: number };
  /** Tokens of the workers of the group that live, this one among them. */
  readonly living: () => ReadonlySet<string>;
  /** Whether it ends because another worker takes its place. */
  readonly isFollowed: () => boolean;
}

/** Absent where this process runs alone. */
export const THIS_WORKER = serviceToken<ThisWorker>('this worker');

/** A process without others beside it. */
export function aloneWorker(): ThisWorker {
  const token = randomUUID();
  const living = new Set([token]);
  return {
    number: 1,
    token,
    group: { id: token, pid: process.pid },
    living: () => living,
    isFollowed: () => false,
  };
}
