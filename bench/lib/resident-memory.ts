import { readFileSync } from 'node:fs';

const INTERVAL_MS = 50;

/** Resident memory of a process, in MiB. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? NaN) / 1024;
}

/** Watches how far the resident memory of a process grows. */
export class ResidentMemory {
  readonly #pid: number;
  readonly #before: number;
  readonly #timer: NodeJS.Timeout;
  #most: number;

  constructor(pid: number) {
    this.#pid = pid;
    this.#before = residentMiB(pid);
    this.#most = this.#before;
    this.#timer = setInterval(() => (this.#most = Math.max(this.#most, residentMiB(pid))), INTERVAL_MS);
  }

  /** @returns the largest growth since the construction, in MiB */
  stop(): number {
    clearInterval(this.#timer);
    return Math.max(this.#most, residentMiB(this.#pid)) - this.#before;
  }
}
