import type { Database, SqlDatabase } from '../../../server/src/data/index.ts';
import type { BusListener, ClusterBus } from '../../../server/src/infra/bus/cluster-bus.ts';
import type { SimulatedTime } from './simulated-time.ts';

type Plugin = Parameters<SqlDatabase['query']['withPlugin']>[0];

/** Counts over all hosts. */
export interface Load {
  queries: number;
  rows: number;
  sent: number;
  heard: number;
}

export const noLoad = (): Load => ({ queries: 0, rows: 0, sent: 0, heard: 0 });

/** Numbers between 0 and 1 that are the same in each run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export interface NetworkOptions {
  readonly time: SimulatedTime;
  readonly load: Load;
  readonly random: () => number;
  /** Mean time of a message, and of a query. */
  readonly messageMs: number;
  readonly queryMs: number;
  /** Share of messages that are lost. */
  readonly loss: number;
}

/** A bus that is slow and loses messages, and the way to a database. */
export class SimulatedNetwork {
  readonly #options: NetworkOptions;
  readonly #members = new Set<Map<string, Set<BusListener>>>();

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  join(): ClusterBus {
    const { load, loss, messageMs, random, time } = this.#options;
    const own = new Map<string, Set<BusListener>>();
    this.#members.add(own);
    return {
      publish: (topic, body) => {
        load.sent += 1;
        const json = JSON.stringify(body ?? null);
        // Redis writes to all subscribers in one go.
        time.after(this.#spread(messageMs), () => {
          const heard: unknown = JSON.parse(json);
          for (const member of this.#members) {
            if (member === own || random() < loss) continue;
            load.heard += 1;
            for (const listener of member.get(topic) ?? []) void listener.heard(heard);
          }
        });
      },
      subscribe: (topic, listener) => {
        const listeners = own.get(topic) ?? new Set();
        own.set(topic, listeners.add(listener));
        return () => void listeners.delete(listener);
      },
      get topics() {
        return [...own.keys()];
      },
    };
  }

  /** The database as one host reaches it: each statement takes its time, and is counted. */
  reach(database: SqlDatabase): Database {
    const { load, queryMs, time } = this.#options;
    const took = async ({ rows }: { readonly rows: readonly unknown[] }): Promise<void> => {
      load.queries += 1;
      load.rows += rows.length;
      await time.pause(this.#spread(queryMs));
    };
    const slow: Plugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await took(result);
        return result;
      },
    };
    const query = database.query.withPlugin(slow);
    return new Proxy(database, {
      get: (target, key) => {
        if (key === 'query') return query;
        const value = Reflect.get(target, key, target) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  /** Half of the mean at least, and seldom much more. */
  #spread(meanMs: number): number {
    return meanMs / 2 - (meanMs / 2) * Math.log(1 - this.#options.random());
  }
}
