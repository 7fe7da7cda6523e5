import { readFileSync } from 'node:fs';

const INTERVAL_MS = 50;

/** How much more memory a process takes than when this began to look. */
export class ResidentMemory {
  readonly #pid: number;
  readonly #before: number;
  readonly #timer: NodeJS.Timeout;
  #most: number;

  constructor(pid: number) {
    this.#pid = pid;
    this.#before = this.#read();
    this.#most = this.#before;
    this.#timer = setInterval(() => (this.#most = Math.max(this.#most, this.#read())), INTERVAL_MS);
  }

  /** @returns MB above the beginning, at most */
  stop(): number {
    clearInterval(this.#timer);
    return this.#most - this.#before;
  }

  #read(): number {
    const [, kilobytes = 'NaN'] =
      /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }
}
