import { PlatformError, serviceToken, systemClock, type Clock, type Logger } from '../../kernel/index.ts';
import type { Database, Dialect } from '../database.ts';

/** Difference of clocks that is shown, in milliseconds. */
const SHOWN_MS = 5_000;
/** Difference of clocks above which a host does not start, in milliseconds. */
const REFUSED_MS = 60_000;
/** A clock that differs more from the time that passed was set, in milliseconds. */
const SET_MS = 1_000;

const NOW: Readonly<Record<Exclude<Dialect, 'sqlite'>, string>> = {
  mysql: 'select cast(unix_timestamp(now(3)) * 1000 as unsigned) as ms',
  postgres: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
};

/** This host's clock, corrected to that of the database. (design 10.7-6) */
export class DatabaseClock implements Clock {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #machine: Clock;
  readonly #elapsed: () => number;
  #offsetMs = 0;
  /** The machine's clock at the start of the elapsed time, as measured last. */
  #origin: number;

  /**
   * @param clock of the host, which tests move
   * @param machine clock that is compared with the database's
   * @param elapsed milliseconds that have passed, whatever the clocks say
   */
  constructor(
    database: Database,
    clock: Clock,
    machine: Clock = systemClock,
    elapsed = (): number => performance.now(),
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#machine = machine;
    this.#elapsed = elapsed;
    this.#origin = this.#originNow;
  }

  /** This host's clock minus the database's, in milliseconds, when it was last measured. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Whether the machine's clock was set since it was measured; {@link now} may be wrong then. */
  get wasSet(): boolean {
    return Math.abs(this.#originNow - this.#origin) > SET_MS;
  }

  get #originNow(): number {
    return this.#machine.now() - this.#elapsed();
  }

  now(): number {
    return this.#clock.now() - this.#offsetMs;
  }

  get timestamp(): string {
    return new Date(this.now()).toISOString();
  }

  /** Compares the clocks; an embedded database has the host's own. */
  async measure(): Promise<void> {
    this.#origin = this.#originNow;
    const { dialect } = this.#database;
    if (dialect === 'sqlite') return;
    const before = this.#machine.now();
    const { rows } = await this.#database.raw<{ ms: number | string }>(NOW[dialect]);
    const between = (before + this.#machine.now()) / 2;
    if (rows[0]) this.#offsetMs = Math.round(between - Number(rows[0].ms));
  }

  /** Measures at the start. @throws CLOCK_SKEW above 60 s */
  async assertClose(logger: Logger): Promise<void> {
    await this.measure();
    const apart = Math.abs(this.#offsetMs);
    if (apart > REFUSED_MS) throw skewed(this.#offsetMs);
    if (apart > SHOWN_MS)
      logger.warn('The clock of this machine differs from that of its database', {
        offsetMs: this.#offsetMs,
        fix: 'Let both machines take their time from the same time server.',
      });
  }
}

/** Time as all hosts of the database have it; leases are compared by it. */
export const DATABASE_CLOCK = serviceToken<DatabaseClock>('database clock');

const skewed = (offsetMs: number): PlatformError =>
  new PlatformError({
    code: 'CLOCK_SKEW',
    message: `The clock of this machine is ${Math.round(Math.abs(offsetMs) / 1_000)} s ${offsetMs > 0 ? 'ahead of' : 'behind'} that of its database.`,
    fix: 'Let both machines take their time from the same time server, then start again.',
  });
