/**
 * Hosts of one platform in simulated time: messages, queries, and how long hosts take to follow a
 * commit, for 2 to 1,000 hosts. (design 10.4, 16-13; issue 19-7; docs/scaling.md)
 *
 * Convergence, the registry of nodes, the exchange of rates and the report of an operation are the
 * host's own, on a database in memory with the host's own statements. Simulated are time, the
 * network, the time that the database takes, and what a host does to load a version.
 *
 * Run: `node bench/simulate-cluster.ts [--hosts=1000] [--applications=20] [--commits=5]
 * [--seconds=30] [--query-ms=2] [--message-ms=2] [--load-ms=300] [--changes=1] [--check]`
 */
import { openHostDatabase } from '../server/src/data/testing/open.ts';
import { option } from './lib/options.ts';
import { report, type Figure } from './lib/report.ts';
import { simulate, type Simulated } from './lib/cluster/simulate.ts';
import { percentile } from './lib/statistics.ts';

/** Shares of messages that are lost. */
const LOSSES = [0, 0.01, 0.2, 1];

const only = option('hosts', 0);
const sizes = only > 0 ? [only] : [2, 5, 10, 100, 1_000];
const settings = {
  applications: option('applications', 20),
  commits: option('commits', 5),
  seconds: option('seconds', 30),
  queryMs: option('query-ms', 2),
  messageMs: option('message-ms', 2),
  loadMs: option('load-ms', 300),
  changes: option('changes', 1),
};

async function run(hosts: number, loss: number): Promise<Simulated> {
  const database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  try {
    return await simulate(database, {
      ...settings,
      hosts,
      loss,
      ...(loss === 0 ? {} : { changes: 0, seconds: 0 }),
    });
  } finally {
    await database.close();
  }
}

function figuresOf(hosts: number, loss: number, result: Simulated): Figure[] {
  const of = `${hosts} hosts`;
  const lost = `${of}, ${loss * 100} % lost`;
  const follow: Figure[] = [
    { name: `${lost}: followed after, p50`, value: percentile(result.followedMs, 0.5), unit: 'ms' },
    {
      name: `${lost}: followed after, p95`,
      value: percentile(result.followedMs, 0.95),
      unit: 'ms',
      ...(loss === 0 ? { atMost: 1_000 } : {}),
    },
    {
      name: `${lost}: followed after, last`,
      value: Math.max(...result.followedMs),
      unit: 'ms',
      atMost: 5_000,
    },
  ];
  if (loss > 0) return follow;
  const perHost = (count: number): number => count / settings.seconds / hosts;
  return [
    { name: `${of}: queries of a host`, value: perHost(result.idle.queries), unit: '/s', atMost: 2 },
    { name: `${of}: queries of all`, value: result.idle.queries / settings.seconds, unit: '/s' },
    { name: `${of}: rows read by a host`, value: perHost(result.idle.rows), unit: '/s' },
    { name: `${of}: messages sent by a host`, value: perHost(result.idle.sent), unit: '/s' },
    { name: `${of}: messages heard by a host`, value: perHost(result.idle.heard), unit: '/s' },
    { name: `${of}: messages delivered`, value: result.idle.heard / settings.seconds, unit: '/s' },
    { name: `${of}: queries of a commit, by a host`, value: result.commit.queries / hosts, unit: '' },
    { name: `${of}: rows read in a commit, by a host`, value: result.commit.rows / hosts, unit: '' },
    ...follow,
    { name: `${of}: operation knows of all`, value: percentile(result.reportedMs, 0.95), unit: 'ms' },
  ];
}

const figures: Figure[] = [];
for (const hosts of sizes)
  for (const loss of LOSSES) figures.push(...figuresOf(hosts, loss, await run(hosts, loss)));
report('simulate-cluster', figures);
