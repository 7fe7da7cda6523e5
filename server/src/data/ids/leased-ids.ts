import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import type { Ids } from './ids.ts';
import { LEASE_MS, numbersUsedUp, REST_MS, type NodeNumbers } from './node-numbers.ts';
import { SnowflakeIds } from './snowflake-ids.ts';

const BEAT_MS = 10_000;
/** Time without the database after which another host may lease the numbers, in milliseconds. */
const LOST_MS = LEASE_MS + REST_MS - 15_000;
/** Lead over the clock at which further numbers are leased, in milliseconds. */
const BUSY_MS = 1_000;
/** One number in use and a spare one, since a burst leaves no time to lease. */
const USUAL = 2;
const MOST = 32;
/** Maximum wait for a further number, in milliseconds. */
const PATIENCE_MS = 250;

interface LeasedIdsOptions {
  readonly numbers: NodeNumbers;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Identifiers of this host with leased node numbers; a busy host leases more. (design 16-9) */
export class LeasedIds implements Ids {
  readonly #options: LeasedIdsOptions;
  readonly #ids: SnowflakeIds;
  /** Leaves the transaction and tenant of the caller. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #timer: NodeJS.Timeout;
  #beatAt = performance.now();
  #leasing: Promise<boolean> | undefined;
  #wasBusy = false;
  #closed = false;
  /** Its failure to renew is known. */
  #isSilent = false;

  private constructor(options: LeasedIdsOptions, reachedMs: number) {
    this.#options = options;
    this.#ids = new SnowflakeIds(options.clock);
    this.#ids.continueAfter(reachedMs);
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS).unref();
  }

  /** @throws NODE_NUMBERS_USED_UP (503) */
  static async open(options: LeasedIdsOptions): Promise<LeasedIds> {
    const ids = new LeasedIds(options, await options.numbers.endFormer());
    if (!(await ids.#lease(USUAL))) {
      await ids.close();
      throw numbersUsedUp();
    }
    return ids;
  }

  get numbers(): readonly number[] {
    return this.#ids.numbers;
  }

  next(): number {
    this.#assertHeld();
    const id = this.#ids.next();
    if (this.#ids.aheadMs > BUSY_MS) void this.#grow();
    return id;
  }

  async take(count: number): Promise<number[]> {
    this.#assertHeld();
    while (this.#ids.room < count && (await this.#growSoon()));
    return this.#ids.take(count);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#leasing;
    await this.#options.numbers.end(this.#ids.numbers, this.#ids.reachedMs).catch(() => undefined);
  }

  /** On SQLite a caller in a transaction holds the only writer, so a lease has to wait. */
  #growSoon(): Promise<boolean> {
    const over = sleep(PATIENCE_MS, false, { ref: false });
    return Promise.race([this.#grow(), over]);
  }

  /** Doubles the numbers, one attempt at a time. @returns whether there are more */
  #grow(): Promise<boolean> {
    this.#wasBusy = true;
    const held = this.#ids.numbers.length;
    if (this.#closed || held >= MOST) return Promise.resolve(false);
    return (this.#leasing ??= this.#outside(() => this.#lease(held))
      .catch((error: unknown) => {
        this.#options.logger.warn('No further node number could be leased', { error });
        return false;
      })
      .finally(() => (this.#leasing = undefined)));
  }

  async #lease(count: number): Promise<boolean> {
    const leased = await this.#options.numbers.lease(count, this.#ids.reachedMs);
    if (leased.length > 0) this.#ids.use([...this.#ids.numbers, ...leased]);
    return leased.length > 0;
  }

  async #beat(): Promise<void> {
    const { numbers, logger } = this.#options;
    try {
      await this.#leasing;
      const busy = this.#wasBusy;
      this.#wasBusy = false;
      const held = await numbers.beat(this.#ids.reachedMs);
      if (held.length < this.#ids.numbers.length) this.#ids.use(held);
      if (held.length === 0 && !(await this.#lease(USUAL))) throw numbersUsedUp();
      this.#beatAt = performance.now();
      this.#isSilent = false;
      if (!busy) await this.#shrink();
    } catch (error) {
      if (!this.#closed && !this.#isSilent)
        logger.warn('The node numbers of this host could not be renewed', { error });
      this.#isSilent = true;
    }
  }

  async #shrink(): Promise<void> {
    const spare = this.#ids.numbers.slice(USUAL);
    if (spare.length === 0 || this.#leasing) return;
    this.#ids.use(this.#ids.numbers.slice(0, USUAL));
    await this.#options.numbers.end(spare, this.#ids.reachedMs);
  }

  #assertHeld(): void {
    if (this.#ids.numbers.length > 0 && performance.now() - this.#beatAt < LOST_MS) return;
    throw new PlatformError({
      code: 'NODE_NUMBER_LOST',
      status: 503,
      message:
        'This host has not reached its database for too long, so another host may have its node number.',
      fix: 'Try again once the database responds. The host then leases another number.',
    });
  }
}
