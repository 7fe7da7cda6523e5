import type { Placement } from '../disk/placement.ts';
import type { Desired } from '../records/desired-store.ts';
import type { Backends } from '../runtime/backends.ts';
import type { Applications } from './convergence.ts';
import type { LocalFiles } from './local-files.ts';
import type { Prepared } from './preparations.ts';

export interface LocalApplicationParts {
  readonly files: Pick<
    LocalFiles,
    'exclusively' | 'isPlaced' | 'prepared' | 'settled' | 'stage' | 'switchTo'
  > & {
    readonly placement: Pick<Placement, 'record' | 'remove'>;
  };
  readonly backends: Pick<Backends, 'enabled' | 'keepOut' | 'load' | 'loadedJar' | 'unload'>;
  /** Gives up what was prepared of an application, unless it is this version, which it returns. */
  readonly take: (appCode: string, version: string | null) => Promise<Prepared | undefined>;
}

/** Switches the backend to the jar that is placed; null for none. */
type Run = (jar: string | null) => Promise<void>;

/**
 * The applications of this host: files on its disk, backends in its process.
 *
 * Workers of one machine share the files, so each change looks first whether another worker has
 * made it. (design 10.7-12)
 */
export class LocalApplications implements Applications {
  readonly #parts: LocalApplicationParts;

  constructor(parts: LocalApplicationParts) {
    this.#parts = parts;
  }

  version(appCode: string): string | null {
    return this.#parts.files.placement.record(appCode)?.version ?? null;
  }

  async isCurrent(desired: Desired): Promise<boolean> {
    const { backends, files } = this.#parts;
    const { appCode, state } = desired;
    const isPlaced = await files.isPlaced(desired);
    const loaded = backends.loadedJar(appCode);
    const placed = files.placement.record(appCode);
    if (state === 'removed') return placed === undefined && loaded === null;
    if (!isPlaced) return false;
    return loaded === (state === 'running' && backends.enabled ? (placed?.jar ?? null) : null);
  }

  async place(desired: Desired): Promise<void> {
    const { files } = this.#parts;
    if (desired.state === 'removed') {
      if (files.placement.record(desired.appCode)) await this.#remove(desired.appCode);
    } else if (!(await files.isPlaced(desired))) await this.#change(desired, async () => undefined);
  }

  async reach(desired: Desired): Promise<void> {
    const { appCode, state, version } = desired;
    const prepared = await this.#parts.take(appCode, state === 'removed' ? null : version);
    try {
      if (state !== 'removed')
        return await this.#change(desired, (jar) => this.#run(desired, jar, prepared), prepared);
      await this.#unload(appCode);
      await this.#remove(appCode);
    } finally {
      await prepared?.backend?.discard();
    }
  }

  /** @param run switches the backend between the jar and the rest, as an operation does */
  #change(desired: Desired, run: Run, prepared?: Prepared): Promise<void> {
    const { files } = this.#parts;
    const { appCode } = desired;
    return files.exclusively(appCode, async () => {
      if (await files.isPlaced(desired)) return run(files.placement.record(appCode)?.jar ?? null);
      const waiting = prepared && (await files.prepared(appCode, prepared.taskId));
      if (!waiting) return files.switchTo(await files.stage(desired), run);
      await files.switchTo(waiting, run).finally(() => files.settled(appCode));
    });
  }

  async #run({ appCode, state }: Desired, jar: string | null, prepared?: Prepared): Promise<void> {
    const { backends } = this.#parts;
    if (!backends.enabled || backends.loadedJar(appCode) === (state === 'running' ? jar : null)) return;
    if (state !== 'running' || jar === null) await this.#unload(appCode);
    else if (!(await backends.keepOut(appCode, jar)))
      await (prepared?.backend ? prepared.backend.switch() : backends.load(appCode, jar));
  }

  async #unload(appCode: string): Promise<void> {
    const { backends } = this.#parts;
    if (backends.loadedJar(appCode) !== null) await backends.unload(appCode);
  }

  #remove(appCode: string): Promise<void> {
    const { files } = this.#parts;
    return files.exclusively(appCode, () => files.placement.remove(appCode));
  }
}
