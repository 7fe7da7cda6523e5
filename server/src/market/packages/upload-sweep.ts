import type { Logger, ModuleContext } from '../../kernel/index.ts';
import type { PackageRecords } from '../records/package-records.ts';
import type { PackageStorage } from './package-storage.ts';

const HOUR_MS = 3_600_000;

/** Removes packages without a version: abandoned uploads, and leftovers of crashes or outages. */
export class UploadSweep {
  readonly #records: PackageRecords;
  readonly #storage: PackageStorage;
  readonly #keepMs: number;
  readonly #logger: Logger;
  #running: Promise<void> | undefined;

  constructor(records: PackageRecords, storage: PackageStorage, keepMs: number, logger: Logger) {
    this.#records = records;
    this.#storage = storage;
    this.#keepMs = keepMs;
    this.#logger = logger;
  }

  /** Runs one sweep at a time and never rejects. Of several nodes, one removes each package. */
  run(): Promise<void> {
    this.#running ??= this.#sweep()
      .catch((error: unknown) => this.#logger.error('Sweeping uploads failed', { error }))
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Waits for the running sweep. */
  async close(): Promise<void> {
    await this.#running;
  }

  /** A failed removal must not keep the other packages from being removed. */
  async #sweep(): Promise<void> {
    await this.#storage.clearPartial(this.#keepMs);
    for (const record of await this.#records.unused(this.#keepMs)) {
      const { packageUrl } = record;
      try {
        if (!(await this.#storage.removeUnused(record))) continue;
        this.#logger.info('Removed a package without a version', { packageUrl });
      } catch (error) {
        this.#logger.warn('A package could not be removed from the storage; the next sweep retries', {
          packageUrl,
          error,
        });
      }
    }
  }
}

/** Sweeps at start, and at each interval of the task sweeper. */
export function startUploadSweep(ctx: ModuleContext, records: PackageRecords, storage: PackageStorage): void {
  const market = ctx.config['app-market'];
  const sweep = new UploadSweep(records, storage, market.uploads['keep-hours'] * HOUR_MS, ctx.logger);
  const timer = setInterval(() => void sweep.run(), market.task['sweep-interval-ms']).unref();
  ctx.onReady(() => sweep.run());
  ctx.onDispose(async () => {
    clearInterval(timer);
    await sweep.close();
  });
}
