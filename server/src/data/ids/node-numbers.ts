import { PlatformError, type Clock } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import { isUniqueViolation } from '../errors/violations.ts';
import { NODES } from './snowflake-ids.ts';

/** Without a sign of its holder for so long, a number is nobody's, in milliseconds. */
export const LEASE_MS = 30_000;
/** A number that was somebody's is nobody's for so long, as identifiers may run ahead of the clock, in milliseconds. */
export const REST_MS = 60_000;
/** Further numbers are taken while fewer are in use, so that hosts find one. */
const SHARED = NODES / 2;

interface Holder {
  readonly database: Database;
  readonly clock: Clock;
  /** This process; no other one ever has the same. */
  readonly process: string;
  /** Whose data directory it holds. */
  readonly hostId: string;
}

interface Row {
  readonly node_number: number;
  readonly holder: string;
  readonly beat_ms: number;
  readonly reached_ms: number;
  readonly ended: boolean;
}

/** Node numbers that the hosts of one database lease from it: `sys_node_number`. (design 10.7-1, 16-9) */
export class NodeNumbers {
  readonly #holder: Holder;

  constructor(holder: Holder) {
    this.#holder = holder;
  }

  /**
   * Ends what former processes of this data directory left; the caller holds it, so they are gone.
   *
   * @returns how far their identifiers are known to have come, in milliseconds since 1970; 0 where there are none
   */
  async endFormer(): Promise<number> {
    const { hostId, process } = this.#holder;
    const { reached } = await this.#query
      .selectFrom('sys_node_number')
      .select((eb) => eb.fn.max('reached_ms').as('reached'))
      .where('host_id', '=', hostId)
      .executeTakeFirstOrThrow();
    await this.#query
      .updateTable('sys_node_number')
      .set({ ended: true, beat_ms: this.#now })
      .where('host_id', '=', hostId)
      .where('holder', '!=', process)
      .where('ended', '=', false)
      .execute();
    return Number(reached ?? 0);
  }

  /** @returns those of up to `count` that could be had; the first is always tried, further ones while half are free */
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

  /** Says that the holder lives. @returns the numbers that are still its own */
  async beat(reachedMs: number): Promise<number[]> {
    const own = this.#query
      .updateTable('sys_node_number')
      .set({ beat_ms: this.#now, reached_ms: reachedMs })
      .where('holder', '=', this.#holder.process)
      .where('ended', '=', false);
    await own.execute();
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
    await this.#query
      .updateTable('sys_node_number')
      .set({ ended: true, beat_ms: this.#now, reached_ms: reachedMs })
      .where('node_number', 'in', numbers)
      .where('holder', '=', this.#holder.process)
      .execute();
  }

  /** Those that nobody has had, then those that have rested longest. */
  *#candidates(rows: readonly Row[]): Generator<{ readonly number: number; readonly row?: Row }> {
    const known = new Set(rows.map((row) => row.node_number));
    for (let number = 0; number < NODES; number += 1) if (!known.has(number)) yield { number };
    const rested = rows.filter((row) => this.#hasRested(row)).toSorted((a, b) => a.beat_ms - b.beat_ms);
    for (const row of rested) yield { number: row.node_number, row };
  }

  /** Of several that try at once, one succeeds. */
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
      const { numUpdatedRows } = await this.#query
        .updateTable('sys_node_number')
        .set(values)
        .where('node_number', '=', number)
        .where('holder', '=', row.holder)
        .where('beat_ms', '=', row.beat_ms)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    }
    try {
      await this.#query
        .insertInto('sys_node_number')
        .values({ node_number: number, ...values })
        .execute();
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
    message: `All ${NODES} node numbers of this database are in use, or were a moment ago.`,
    fix: `Stop hosts that are not needed. A number is free again ${(LEASE_MS + REST_MS) / 1_000} s after its host was last seen.`,
  });
