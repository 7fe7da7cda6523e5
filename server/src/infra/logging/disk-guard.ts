import { statfs } from 'node:fs/promises';
import { serviceToken } from '../../kernel/index.ts';

/** Interval between two looks at the disk, in milliseconds. */
export const LOOK_EVERY_MS = 5_000;

interface DiskGuardOptions {
  readonly directory: string;
  /** Free bytes below which the disk counts as nearly full; 0 never looks. */
  readonly minFree: number;
  /** Told of each change, with the lines that were left out meanwhile. */
  readonly onChange: (low: boolean, leftOut: number) => void;
  /** Default: asks the file system. */
  readonly freeOf?: (directory: string) => Promise<number>;
}

/**
 * Tells whether the disk of the log files is nearly full: INFO then makes room for what is worse.
 * It looks while lines are written only. (design 11.5)
 */
export class DiskGuard {
  readonly #options: DiskGuardOptions;
  #low = false;
  #leftOut = 0;
  #leftOutBefore = 0;
  #looksAt = 0;

  constructor(options: DiskGuardOptions) {
    this.#options = options;
  }

  get isLow(): boolean {
    return this.#low;
  }

  /** Lines left out since the start. */
  get leftOut(): number {
    return this.#leftOutBefore + this.#leftOut;
  }

  /** Whether an INFO line is to be left out; counts it then. */
  leavesOut(): boolean {
    this.#look();
    if (this.#low) this.#leftOut += 1;
    return this.#low;
  }

  #look(): void {
    const now = performance.now();
    if (this.#options.minFree === 0 || now < this.#looksAt) return;
    this.#looksAt = now + LOOK_EVERY_MS;
    const { directory, freeOf = freeBytes } = this.#options;
    // A directory that cannot be asked is a failure of its own, which the files report.
    freeOf(directory).then(
      (free) => this.#found(free < this.#options.minFree),
      () => undefined,
    );
  }

  #found(low: boolean): void {
    if (low === this.#low) return;
    const leftOut = this.#leftOut;
    this.#low = low;
    this.#leftOutBefore += leftOut;
    this.#leftOut = 0;
    this.#options.onChange(low, leftOut);
  }
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Provided by the code that opens the log. */
export const LOG_DISK = serviceToken<Pick<DiskGuard, 'leftOut'>>('disk of the log');
