import { PlatformError, type Clock } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import { repeatedOnDeadlock } from '../errors/deadlocks.ts';
import { isUniqueViolation } from '../errors/violations.ts';
import { NODES } from './snowflake-ids.ts';

/** Time without a sign of life after which a number is free, in milliseconds. */
export const LEASE_MS = 30_000;
/** Rest of a released number, since identifiers may be ahead of the clock, in milliseconds. */
export const REST_MS = 60_000;
/** Further numbers are leased up to this many, so that other hosts find one. */
const SHARED = NODES / 2;

interface Holder {
  readonly database: Database;
  readonly clock: Clock;
  /** Unique id of this process. */
  readonly process: string;
  /** Id of its data directory. */
  readonly hostId: string;
}

interface Row {
  readonly node_number: number;
  readonly holder: string;
  readonly beat_ms: number;
  readonly reached_ms: number;
  readonly ended: boolean;
}

/** Node numbers in `sys_node_number`, which hosts of one database lease. (design 10.7-1, 16-9) */
export class NodeNumbers {
  readonly #holder: Holder;

  constructor(holder: Holder) {
    this.#holder = holder;
  }

  /**
   * Releases the numbers of former processes of this data directory, whose lock the caller holds.
   *
   * @returns time of their latest identifier in milliseconds since 1970, or 0
   */
  async endFormer(): Promise<number> {
    const { hostId, process } = this.#holder;
    const { reached } = await this.#query
      .selectFrom('sys_node_number')
      .select((eb) => eb.fn.max('reached_ms').as('reached'))
      .where('host_id', '=', hostId)
      .executeTakeFirstOrThrow();
    const former = this.#query
      .updateTable('sys_node_number')
      .set({ ended: true, beat_ms: this.#now })
      .where('host_id', '=', hostId)
      .where('holder', '!=', process)
      .where('ended', '=', false);
    await repeatedOnDeadlock(() => former.execute());
    return Number(reached ?? 0);
  }

  /** @returns up to `count` numbers; the first is always tried, further ones while half are free */
  async lease(count: number, reachedMs: number): Promise<number[]> {
    const rows = await this.#rows();
    const live = rows.filter((row) => this.#isLive(row));
    const mine = live.filter(({ holder }) => holder === this.#holder.process).length;
    const wanted = Math.min(count, Math.max(mine === 0 ? 1 : 0, SHARED - live.length));
    const leased: number[] = [];
    for (const candidate of this.#candidates(rows)) {
      if (leased.length >= wanted) break;
      if (await this.#claim(candidate, reachedMs)) leased.push(candidate.number);
    }
    return leased;
  }

  /** Renews the lease. @returns the numbers that are still leased */
  async beat(reachedMs: number): Promise<number[]> {
    const own = this.#query
      .updateTable('sys_node_number')
      .set({ beat_ms: this.#now, reached_ms: reachedMs })
      .where('holder', '=', this.#holder.process)
      .where('ended', '=', false);
    await repeatedOnDeadlock(() => own.execute());
    const rows = await this.#query
      .selectFrom('sys_node_number')
      .select('node_number')
      .where('holder', '=', this.#holder.process)
      .where('ended', '=', false)
      .execute();
    return rows.map((row) => row.node_number);
  }

  async end(numbers: readonly number[], reachedMs: number): Promise<void> {
    if (numbers.length === 0) return;
    const own = this.#query
      .updateTable('sys_node_number')
      .set({ ended: true, beat_ms: this.#now, reached_ms: reachedMs })
      .where('node_number', 'in', numbers)
      .where('holder', '=', this.#holder.process);
    await repeatedOnDeadlock(() => own.execute());
  }

  /** Unused numbers first, then those released longest ago. */
  *#candidates(rows: readonly Row[]): Generator<{ readonly number: number; readonly row?: Row }> {
    const known = new Set(rows.map((row) => row.node_number));
    for (let number = 0; number < NODES; number += 1) if (!known.has(number)) yield { number };
    const rested = rows.filter((row) => this.#hasRested(row)).toSorted((a, b) => a.beat_ms - b.beat_ms);
    for (const row of rested) yield { number: row.node_number, row };
  }

  /** Exactly one of several concurrent attempts succeeds. */
  async #claim(
    { number, row }: { readonly number: number; readonly row?: Row },
    reachedMs: number,
  ): Promise<boolean> {
    const { process, hostId } = this.#holder;
    const values = {
      holder: process,
      host_id: hostId,
      beat_ms: this.#now,
      reached_ms: Math.max(reachedMs, row?.reached_ms ?? 0),
      ended: false,
    };
    if (row) {
      const taking = this.#query
        .updateTable('sys_node_number')
        .set(values)
        .where('node_number', '=', number)
        .where('holder', '=', row.holder)
        .where('beat_ms', '=', row.beat_ms);
      const { numUpdatedRows } = await repeatedOnDeadlock(() => taking.executeTakeFirst());
      return numUpdatedRows > 0n;
    }
    try {
      const taking = this.#query.insertInto('sys_node_number').values({ node_number: number, ...values });
      await repeatedOnDeadlock(() => taking.execute());
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  #isLive({ ended, beat_ms }: Row): boolean {
    return !ended && beat_ms + LEASE_MS > this.#now;
  }

  #hasRested({ ended, beat_ms, reached_ms }: Row): boolean {
    const free = Math.max(beat_ms + (ended ? 0 : LEASE_MS), reached_ms);
    return free + REST_MS < this.#now;
  }

  #rows(): Promise<Row[]> {
    return this.#query
      .selectFrom('sys_node_number')
      .select(['node_number', 'holder', 'beat_ms', 'reached_ms', 'ended'])
      .execute();
  }

  get #query(): Database['query'] {
    return this.#holder.database.query;
  }

  get #now(): number {
    return this.#holder.clock.now();
  }
}

export const numbersUsedUp = (): PlatformError =>
  new PlatformError({
    code: 'NODE_NUMBERS_USED_UP',
    status: 503,
    message: `All ${NODES} node numbers of this database are leased by hosts that are running or stopped recently.`,
    fix: `Stop hosts that are not needed. A number becomes free ${(LEASE_MS + REST_MS) / 1_000} s after the last renewal by its host.`,
  });
