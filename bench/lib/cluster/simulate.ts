import type { SqlDatabase } from '../../../server/src/data/index.ts';
import { operations, type Operations } from './operations.ts';
import { SimulatedCluster, type ClusterOptions } from './simulated-cluster.ts';
import { noLoad, plus, type Load } from './simulated-network.ts';
import type { SimulatedTime } from './simulated-time.ts';
import { withoutFollower, withoutLeader, withSlowHost } from './troubles.ts';

export interface Simulation extends ClusterOptions {
  /** Changes that nobody prepares for. */
  readonly commits: number;
  /** Changes that all hosts prepare for. */
  readonly operations: number;
  /** Length of the part without changes; 0 leaves out all that is compared with it. */
  readonly seconds: number;
}

export interface Simulated {
  /** Total over all hosts, in `seconds`. */
  readonly idle: Load;
  readonly commits: Operations;
  readonly operations: Operations;
  /** Undefined where messages are lost. */
  readonly troubles: Troubles | undefined;
}

export interface Troubles {
  readonly slow: Operations;
  readonly withoutFollower: Awaited<ReturnType<typeof withoutFollower>>;
  readonly withoutLeaderMs: number;
}

/** @param database empty, with the host's tables, by the clock of `time` */
export function simulate(
  database: SqlDatabase,
  time: SimulatedTime,
  simulation: Simulation,
): Promise<Simulated> {
  return time.run(simulated(new SimulatedCluster(database, time, simulation), simulation));
}

async function simulated(cluster: SimulatedCluster, simulation: Simulation): Promise<Simulated> {
  const { commits, loss, operations: prepared, seconds } = simulation;
  await cluster.start();
  const idle = await idleFor(cluster, simulation);
  const { queries, rows } = idle;
  const silent = { ...noLoad(), queries, rows };
  const background = plus(noLoad(), silent, seconds === 0 ? 0 : 1 / (seconds * 1_000));
  const series = { isPrepared: true, count: prepared, background };
  return {
    idle,
    commits: await operations(cluster, { ...series, isPrepared: false, count: commits }),
    operations: await operations(cluster, series),
    troubles:
      loss > 0
        ? undefined
        : {
            slow: await withSlowHost(cluster, series),
            withoutFollower: await withoutFollower(cluster),
            withoutLeaderMs: await withoutLeader(cluster),
          },
  };
}

/** Lets time pass in which calls arrive that count for a limit. */
async function idleFor(cluster: SimulatedCluster, simulation: Simulation): Promise<Load> {
  const { changes, hosts, seconds } = simulation;
  const { load, time } = cluster;
  if (seconds === 0) return noLoad();
  /** Longest time between two messages of a host with its sums. */
  const sumsMs = Math.max(1_000, hosts * 10);
  // Until each has counted the others, which tells it how often to send its sums.
  if (changes > 0) await time.pause(40_000);
  cluster.call(true);
  if (changes > 0) await time.pause(sumsMs);
  const before = { ...load };
  await time.pause(seconds * 1_000);
  const idle = plus(load, before, -1);
  cluster.call(false);
  // Until the last ones are told.
  if (changes > 0) await time.pause(sumsMs);
  return idle;
}
