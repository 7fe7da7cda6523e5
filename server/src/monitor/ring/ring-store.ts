import type { Database } from '../../data/index.ts';
import { packRow, unpackRow, type Figures } from './ring-row.ts';

/** Length of a step in seconds. */
export type Step = 10 | 60;

const HOUR_MS = 3_600_000;

/** How long the rows of each step are kept, in milliseconds. (design 12.1-6) */
export const KEPT_MS: Readonly<Record<Step, number>> = { 10: HOUR_MS, 60: 24 * HOUR_MS };

/** One row as it was written. */
export interface StoredFigures {
  readonly nodeId: string;
  /** Begin of its step, in milliseconds since 1970. */
  readonly atMs: number;
  readonly figures: Figures;
}

/** `sys_ring`. */
export class RingStore {
  readonly #query: Database['query'];

  constructor({ query }: Pick<Database, 'query'>) {
    this.#query = query;
  }

  async add(nodeId: string, step: Step, atMs: number, figures: Figures): Promise<void> {
    await this.#query
      .insertInto('sys_ring')
      .values({ node_id: nodeId, step_s: step, at_ms: atMs, figures: packRow(figures) })
      .execute();
  }

  /** Rows of all hosts from a moment on, in the order of time. */
  async since(step: Step, fromMs: number): Promise<StoredFigures[]> {
    return stored(await this.#since(step, fromMs).execute());
  }

  /** Rows with slow requests, of all hosts, that may have some of that time. */
  async slowSince(step: Step, fromMs: number): Promise<StoredFigures[]> {
    return stored(
      await this.#since(step, fromMs - step * 1_000)
        .where('figures', 'like', '%"s":%')
        .execute(),
    );
  }

  /** Removes what is too old, also what a host that is gone has left. */
  async prune(nowMs: number): Promise<void> {
    for (const step of [10, 60] as const) {
      await this.#query
        .deleteFrom('sys_ring')
        .where('step_s', '=', step)
        .where('at_ms', '<', nowMs - KEPT_MS[step])
        .execute();
    }
  }

  #since(step: Step, fromMs: number) {
    return this.#query
      .selectFrom('sys_ring')
      .select(['node_id', 'at_ms', 'figures'])
      .where('step_s', '=', step)
      .where('at_ms', '>=', fromMs)
      .orderBy('at_ms');
  }
}

const stored = (
  rows: ReadonlyArray<{ readonly node_id: string; readonly at_ms: number; readonly figures: string }>,
): StoredFigures[] =>
  rows.flatMap(({ node_id, at_ms, figures }) => {
    const unpacked = unpackRow(figures);
    return unpacked ? [{ nodeId: node_id, atMs: Number(at_ms), figures: unpacked }] : [];
  });
