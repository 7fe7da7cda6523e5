import type { Database, SqlDatabase } from '../../../server/src/data/index.ts';
import type { BusListener, ClusterBus } from '../../../server/src/infra/bus/cluster-bus.ts';
import type { Timers } from '../../../server/src/kernel/index.ts';
import type { SimulatedTime } from './simulated-time.ts';

type Plugin = Parameters<SqlDatabase['query']['withPlugin']>[0];

/** Counts of a host, or over all hosts. */
export interface Load {
  queries: number;
  rows: number;
  sent: number;
  heard: number;
  /** Length of the messages that were heard. */
  bytes: number;
}

export const noLoad = (): Load => ({ queries: 0, rows: 0, sent: 0, heard: 0, bytes: 0 });

/** One load and a multiple of another. */
export const plus = (one: Load, other: Load, times = 1): Load => ({
  queries: one.queries + other.queries * times,
  rows: one.rows + other.rows * times,
  sent: one.sent + other.sent * times,
  heard: one.heard + other.heard * times,
  bytes: one.bytes + other.bytes * times,
});

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

/** A host's time and its ways to the others and to the database, until it is cut off. */
export interface SimulatedLink {
  readonly bus: ClusterBus;
  readonly database: Database;
  readonly timers: Timers;
  readonly load: Load;
  /** Lets the host hear and do nothing from now on, as one that was killed. */
  cut(): void;
}

interface Member {
  readonly listeners: Map<string, Set<BusListener>>;
  readonly load: Load;
  isCut: boolean;
}

/** A bus that is slow and loses messages, and the way to a database. */
export class SimulatedNetwork {
  readonly #options: NetworkOptions;
  readonly #members = new Set<Member>();

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  join(database: SqlDatabase): SimulatedLink {
    const member: Member = { listeners: new Map(), load: noLoad(), isCut: false };
    this.#members.add(member);
    return {
      bus: this.#bus(member),
      database: this.#reach(database, member),
      timers: this.#timers(member),
      load: member.load,
      cut: () => {
        member.isCut = true;
        this.#members.delete(member);
      },
    };
  }

  #bus(own: Member): ClusterBus {
    const { loss, messageMs, random, time } = this.#options;
    return {
      publish: (topic, body) => {
        this.#count(own, 'sent');
        const json = JSON.stringify(body ?? null);
        // Redis writes to all subscribers in one go.
        time.after(this.#spread(messageMs), () => {
          const heard: unknown = JSON.parse(json);
          for (const member of this.#members) {
            if (member === own || random() < loss) continue;
            this.#count(member, 'heard');
            this.#count(member, 'bytes', json.length);
            for (const listener of member.listeners.get(topic) ?? []) void listener.received(heard);
          }
        });
      },
      subscribe: (topic, listener) => {
        const listeners = own.listeners.get(topic) ?? new Set();
        own.listeners.set(topic, listeners.add(listener));
        return () => void listeners.delete(listener);
      },
      get topics() {
        return [...own.listeners.keys()];
      },
    };
  }

  /** The database as one host reaches it: each statement takes its time, and is counted. */
  #reach(database: SqlDatabase, own: Member): Database {
    const timers = this.#timers(own);
    const took = async (rows: number): Promise<void> => {
      this.#count(own, 'queries');
      this.#count(own, 'rows', rows);
      await timers.pause(this.#spread(this.#options.queryMs));
    };
    const slow: Plugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await took(result.rows.length);
        return result;
      },
    };
    const query = database.query.withPlugin(slow);
    return new Proxy(database, {
      get: (target, key) => {
        if (key === 'query') return query;
        // All hosts have one catalog here, whose statement takes long on SQLite.
        if (key === 'rereadTables') return () => took(0);
        const value = Reflect.get(target, key, target) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  #timers(own: Member): Timers {
    const { time } = this.#options;
    return {
      elapsed: () => time.elapsed(),
      every: (intervalMs, work) =>
        time.every(intervalMs, () => {
          if (!own.isCut) work();
        }),
      pause: (ms) =>
        new Promise((resolve) =>
          time.after(ms, () => {
            if (!own.isCut) resolve();
          }),
        ),
    };
  }

  #count(member: Member, what: keyof Load, by = 1): void {
    member.load[what] += by;
    this.#options.load[what] += by;
  }

  /** Half of the mean at least, and seldom much more. */
  #spread(meanMs: number): number {
    return meanMs / 2 - (meanMs / 2) * Math.log(1 - this.#options.random());
  }
}
