import type { Database } from '../data/index.ts';

/**
 * Compares what nodes run with what they should. (design 10.4)
 *
 * @returns the codes of applications of which a node has not reached the desired generation
 */
export async function applicationsBehind(database: Database): Promise<(nodeId: string) => string[]> {
  const desired = await database.query
    .selectFrom('app_desired')
    .select(['app_code', 'generation'])
    .orderBy('app_code')
    .execute();
  if (desired.length === 0) return () => [];
  const reached = await database.query
    .selectFrom('sys_node_app')
    .select(['node_id', 'app_code', 'generation'])
    .execute();
  const generations = new Map(reached.map((row) => [`${row.node_id} ${row.app_code}`, row.generation]));
  return (nodeId) =>
    desired
      .filter((row) => (generations.get(`${nodeId} ${row.app_code}`) ?? 0) < row.generation)
      .map((row) => row.app_code);
}
