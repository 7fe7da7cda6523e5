import { operations, type Operations, type Series } from './operations.ts';
import type { SimulatedCluster } from './simulated-cluster.ts';

/** One of the others takes ten times as long to load. */
export async function withSlowHost(
  cluster: SimulatedCluster,
  series: Omit<Series, 'neverLeads'>,
): Promise<Operations> {
  const slow = cluster.any();
  slow.slowness = 10;
  const result = await operations(cluster, { ...series, neverLeads: slow });
  slow.slowness = 1;
  return result;
}

/**
 * A host dies while it prepares, and comes back after the operation, which the others have gone on
 * with.
 *
 * @returns how long the operation waited at the barrier, and what its host read meanwhile
 */
export async function withoutFollower(
  cluster: SimulatedCluster,
): Promise<{ readonly prepareMs: number; readonly rows: number }> {
  const leader = cluster.any();
  const dying = cluster.any(leader);
  const changing = cluster.change(leader, true);
  await cluster.until(() => dying.isPrepared);
  dying.kill();
  const before = leader.load.rows;
  const { prepareMs } = await changing;
  const rows = leader.load.rows - before;
  await cluster.replace(dying);
  return { prepareMs: prepareMs ?? NaN, rows };
}

/**
 * The host that leads dies while the others prepare. No other operation is asked for, which would
 * end its task.
 *
 * @returns how long it took until all others had taken back what they had prepared, in milliseconds
 */
export async function withoutLeader(cluster: SimulatedCluster): Promise<number> {
  const leader = cluster.any();
  const others = cluster.hosts.filter((host) => host !== leader);
  void leader.operate(cluster.next(true).change);
  await cluster.until(() => others.every(({ isPrepared }) => isPrepared));
  leader.kill();
  const diedAt = cluster.time.elapsed();
  await cluster.until(() => others.every(({ isPrepared }) => !isPrepared));
  return cluster.time.elapsed() - diedAt;
}
