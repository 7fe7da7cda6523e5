import { PlatformError, toPlatformError, type Logger, type Timers, type Undo } from '../../kernel/index.ts';
import type { Desired, DesiredStore } from '../records/desired-store.ts';
import type { ObservedStore } from './observed-store.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** Applications of this host, and the operations that change them. */
export interface Applications {
  /** Version that this host has; null for none. */
  version(appCode: string): string | null;
  isCurrent(desired: Desired): Promise<boolean>;
  /** Puts the files in place, before anything is loaded. Does nothing where they are. */
  place(desired: Desired): Promise<void>;
  /** Places, loads, swaps or unloads. After a failure this host keeps what it had. */
  reach(desired: Desired): Promise<void>;
}

export interface ConvergenceParts {
  readonly desired: Pick<DesiredStore, 'all' | 'find' | 'total' | 'assertReadable' | 'isReadable'>;
  readonly observed: Pick<ObservedStore, 'report'>;
  readonly applications: Applications;
  /** Runs `work` unless an operation of this host is on the application. @returns whether it ran */
  readonly whileIdle: WhileIdle;
  /** Reads the records of the platform, after each round that has seen a commit. */
  readonly changed: () => Promise<void>;
  readonly logger: Logger;
  readonly timers: Timers;
}

type WhileIdle = (appCode: string, work: () => Promise<void>) => Promise<boolean>;

interface Failing {
  readonly generation: number;
  readonly attempts: number;
  /** By {@link Timers.elapsed}. */
  readonly nextAt: number;
}

/**
 * Brings this host to the desired state, on whichever host it changed. (design 10.4)
 *
 * Failures are reported and retried with backoff; this host keeps the running version.
 */
export class Convergence {
  readonly #parts: ConvergenceParts;
  /** Generation that this host has followed, by application. */
  readonly #reached = new Map<string, number>();
  readonly #failing = new Map<string, Failing>();
  #seenTotal = -1;
  /** Whether the next round follows all, as the first one does. */
  #isRecheckDue = false;
  #round: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #stopLooking: Undo | undefined;
  #closed = false;

  constructor(parts: ConvergenceParts) {
    this.#parts = parts;
  }

  /**
   * Places what this host should have, before it loads anything, and tries again what fails.
   *
   * @param timeoutMs time after which the host continues without the rest
   */
  async prepare(timeoutMs: number): Promise<void> {
    const { desired, applications, timers, logger } = this.#parts;
    const until = timers.elapsed() + timeoutMs;
    for (let pauseMs = FIRST_PAUSE_MS / 4; !this.#closed; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      const missing: Array<{ appCode: string; version: string; error: unknown }> = [];
      for (const wanted of await desired.all()) {
        const { appCode, version } = wanted;
        if (!desired.isReadable(wanted)) continue;
        await applications.place(wanted).catch((error: unknown) => {
          missing.push({ appCode, version, error });
        });
      }
      if (missing.length === 0) return;
      if (timers.elapsed() + pauseMs > until) {
        for (const { error, ...which } of missing)
          logger.error(`This host starts without ${which.appCode} ${which.version}`, {
            ...which,
            error,
            fix: 'Check that the file storage has its package. The host keeps trying.',
          });
        return;
      }
      await timers.pause(pauseMs);
    }
  }

  /** Looks at once, and then at each interval. */
  async start(intervalMs: number): Promise<void> {
    await this.look();
    this.#stopLooking = this.#parts.timers.every(intervalMs, () => void this.look());
  }

  /** Resolves once this host has tried to follow all that was committed before the call. */
  look(): Promise<void> {
    if (!this.#round) return this.#begin();
    return (this.#next ??= this.#round.then(() => {
      this.#next = undefined;
      return this.#begin();
    }));
  }

  /**
   * An operation of this host has committed, and has the application to itself until this resolves.
   *
   * A host has what its operation has placed. It follows like any other where it has not: it was
   * behind, it ends the operation of another host, or it was away while others continued.
   */
  async settled(appCode: string): Promise<void> {
    const wanted = await this.#parts.desired.find(appCode);
    if (!wanted) return;
    const { changed, error } = await this.#tryToReach(wanted, async (_appCode, work) => {
      await work();
      return true;
    });
    if (error) await this.#fail(wanted, error);
    if (changed) await this.#parts.changed();
  }

  /** Follows all again and reports it, since what this host has said of itself is lost. */
  recheck(): Promise<void> {
    this.#isRecheckDue = true;
    return this.look();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#stopLooking?.();
    await this.#next;
    await this.#round;
  }

  #begin(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return (this.#round = this.#follow()
      .catch((error: unknown) => {
        if (!this.#closed) this.#parts.logger.warn('This host could not read what it should run', { error });
      })
      .finally(() => (this.#round = undefined)));
  }

  async #follow(): Promise<void> {
    const { desired } = this.#parts;
    // Not during another round, which would end with what it has seen.
    if (this.#isRecheckDue) {
      this.#isRecheckDue = false;
      this.#reached.clear();
      this.#seenTotal = -1;
    }
    const total = await desired.total();
    if (total === this.#seenTotal && !this.#isAnyDue()) return;
    let open = (await desired.all()).filter((wanted) => this.#isDue(wanted));
    let isChanged = total !== this.#seenTotal;
    let failures: ReadonlyArray<{ wanted: Desired; error: PlatformError }> = [];
    // One may need another, so the failed ones are tried again as long as one more succeeds.
    for (let before = Infinity; open.length > 0 && open.length < before;) {
      before = open.length;
      const failed: Array<{ wanted: Desired; error: PlatformError }> = [];
      for (const wanted of open) {
        const { changed, error } = await this.#tryToReach(wanted);
        isChanged ||= changed;
        if (error) failed.push({ wanted, error });
      }
      failures = failed;
      open = failed.map(({ wanted }) => wanted);
    }
    for (const { wanted, error } of failures) await this.#fail(wanted, error);
    if (isChanged) await this.#parts.changed();
    this.#seenTotal = total;
  }

  async #tryToReach(
    wanted: Desired,
    whileIdle: WhileIdle = this.#parts.whileIdle,
  ): Promise<{ changed: boolean; error?: PlatformError }> {
    const { applications, desired, logger } = this.#parts;
    const { appCode, version, generation, state } = wanted;
    let changed = false;
    try {
      desired.assertReadable(wanted);
      const ran = await whileIdle(appCode, async () => {
        if (await applications.isCurrent(wanted)) return;
        await applications.reach(wanted);
        changed = true;
      });
      if (!ran) return { changed, error: busy(appCode) };
      await this.#reach(appCode, generation);
      if (changed) logger.info('This host follows a change', { appCode, version, generation, state });
      return { changed };
    } catch (error) {
      return { changed, error: toPlatformError(error) };
    }
  }

  async #reach(appCode: string, generation: number): Promise<void> {
    const version = this.#parts.applications.version(appCode);
    const before = this.#reached.get(appCode);
    // At once: a round that meets the end of an own operation must not report it as a failure.
    this.#reached.set(appCode, generation);
    try {
      await this.#parts.observed.report(appCode, { version, generation, failure: null });
    } catch (error) {
      if (before === undefined) this.#reached.delete(appCode);
      else this.#reached.set(appCode, before);
      throw error;
    }
    this.#failing.delete(appCode);
  }

  async #fail({ appCode, version, generation }: Desired, error: PlatformError): Promise<void> {
    const { applications, observed, logger, timers } = this.#parts;
    if (this.#reached.get(appCode) === generation) return;
    const before = this.#failing.get(appCode);
    const attempts = before?.generation === generation ? before.attempts + 1 : 1;
    const isBusy = error.code === BUSY;
    const pauseMs = isBusy ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    this.#failing.set(appCode, { generation, attempts, nextAt: timers.elapsed() + pauseMs });
    const { code, message } = error;
    await observed.report(appCode, {
      version: applications.version(appCode),
      generation: this.#reached.get(appCode) ?? 0,
      failure: { code, message, generation },
    });
    if (isBusy || attempts > 1) return;
    logger.error(`This host does not follow the change of ${appCode} to ${version}`, {
      appCode,
      version,
      error,
      fix: 'It keeps what it has and tries again. Its page of hosts names the reason.',
    });
  }

  #isDue({ appCode, generation }: Desired): boolean {
    if (this.#reached.get(appCode) === generation) return false;
    const failing = this.#failing.get(appCode);
    return failing?.generation !== generation || failing.nextAt <= this.#parts.timers.elapsed();
  }

  #isAnyDue(): boolean {
    const now = this.#parts.timers.elapsed();
    return [...this.#failing.values()].some(({ nextAt }) => nextAt <= now);
  }
}

const BUSY = 'TASK_RUNNING';

const busy = (appCode: string): PlatformError =>
  new PlatformError({
    code: BUSY,
    status: 409,
    message: `An operation on ${appCode} runs on this host. The change will be applied when it ends.`,
  });
