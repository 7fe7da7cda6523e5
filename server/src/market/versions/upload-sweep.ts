import type { Logger, ModuleContext } from '../../kernel/index.ts';
import type { PackageRecords } from './package-records.ts';
import type { PackageStorage } from './package-storage.ts';

const HOUR_MS = 3_600_000;

/** Removes packages that nothing refers to: uploads that no version was saved from, and what a kill or an absent storage left. */
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

  /** One at a time; never rejects. Other nodes may do the same meanwhile: each package is taken by one of them. */
  run(): Promise<void> {
    this.#running ??= this.#sweep()
      .catch((error: unknown) => this.#logger.error('Sweeping uploads failed', { error }))
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Waits for the one that is under way. */
  async close(): Promise<void> {
    await this.#running;
  }

  /** One that cannot be removed does not keep the others from being. */
  async #sweep(): Promise<void> {
    await this.#storage.clearPartial(this.#keepMs);
    for (const record of await this.#records.unused(this.#keepMs)) {
      const { packageUrl } = record;
      try {
        if (!(await this.#storage.removeUnused(record))) continue;
        this.#logger.info('Removed a package that no version refers to', { packageUrl });
      } catch (error) {
        this.#logger.warn('A package could not be removed from the storage yet', { packageUrl, error });
      }
    }
  }
}

/** At start, and each time that overdue tasks are looked for. */
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
