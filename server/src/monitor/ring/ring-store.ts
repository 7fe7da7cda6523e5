import type { Database } from '../../data/index.ts';
import { packRow, unpackRow, unpackSlowest, type Figures } from './ring-row.ts';
import type { SlowRequest } from './slowest.ts';

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

/** A slow request with the host that answered it. */
export interface NodeRequest extends SlowRequest {
  readonly nodeId: string;
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
    const rows = await this.#since(step, fromMs).execute();
    return rows.flatMap(({ node_id, at_ms, figures }) => {
      const unpacked = unpackRow(figures);
      return unpacked ? [{ nodeId: node_id, atMs: Number(at_ms), figures: unpacked }] : [];
    });
  }

  /** Slow requests between two moments, of all hosts. */
  async slow(step: Step, fromMs: number, toMs: number): Promise<NodeRequest[]> {
    const rows = await this.#since(step, fromMs - step * 1_000)
      .where('at_ms', '<=', toMs)
      .where('figures', 'like', '%"s":%')
      .execute();
    return rows
      .flatMap(({ node_id: nodeId, figures }) =>
        unpackSlowest(figures).map((request) => ({ ...request, nodeId })),
      )
      .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
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
