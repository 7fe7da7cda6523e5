import type { Followed, SimulatedCluster } from './simulated-cluster.ts';
import type { SimulatedHost } from './simulated-host.ts';
import { noLoad, plus, type Load } from './simulated-network.ts';

/** Time in which hosts clear up after an operation: more than a sweep. */
const SETTLE_MS = 3_000;

export interface Series {
  readonly count: number;
  readonly isPrepared: boolean;
  readonly neverLeads?: SimulatedHost;
  /** Cost of a millisecond without operations and calls, for all hosts. */
  readonly background: Load;
}

export interface Operations {
  /** How long an operation waited at each barrier; none where nobody prepares. */
  readonly prepareMs: readonly number[];
  readonly readyMs: readonly number[];
  /** From the commit until another host serves the version, for each operation and host. */
  readonly followedMs: readonly number[];
  /** From the commit until the operation knows of all hosts. */
  readonly reportedMs: readonly number[];
  /** Cost of an operation for all hosts, as a mean. */
  readonly load: Load;
  /** Cost for the host that leads it, as a mean. */
  readonly leading: Load;
}

/** Changes an application again and again, through any host. */
export async function operations(cluster: SimulatedCluster, series: Series): Promise<Operations> {
  const { background, count, isPrepared, neverLeads } = series;
  const { time } = cluster;
  const done: Followed[] = [];
  const before = { ...cluster.load };
  const begun = time.elapsed();
  let leading = noLoad();
  for (let index = 0; index < count; index += 1) {
    const leader = cluster.any(neverLeads);
    const own = { ...leader.load };
    done.push(await cluster.change(leader, isPrepared));
    leading = plus(leading, plus(leader.load, own, -1), 1 / count);
    await time.pause(SETTLE_MS);
  }
  const all = plus(plus(cluster.load, before, -1), background, begun - time.elapsed());
  return {
    prepareMs: done.flatMap(({ prepareMs }) => prepareMs ?? []),
    readyMs: done.flatMap(({ readyMs }) => readyMs ?? []),
    followedMs: done.flatMap(({ followedMs }) => followedMs),
    reportedMs: done.map(({ reportedMs }) => reportedMs),
    load: plus(noLoad(), all, 1 / count),
    leading,
  };
}
