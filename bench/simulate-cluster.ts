/**
 * Hosts of one platform in simulated time: messages, queries, how long hosts take to follow a
 * commit, and how long an operation waits for them at its two barriers, for 2 to 1,000 hosts.
 * (design 10.4, 10.7-7, 16-13; issue 19-7; docs/scaling.md)
 *
 * Convergence, preparations, the registry of nodes, the exchange of rates, tasks, phases and
 * reports of an operation are the host's own, on a database in memory with the host's own
 * statements. Simulated are time, the network, the time that the database takes, and a host's disk
 * and process: what it does to load a version.
 *
 * Run: `node bench/simulate-cluster.ts [--hosts=1000] [--applications=20] [--commits=5]
 * [--operations=20] [--seconds=30] [--query-ms=2] [--message-ms=2] [--load-ms=300] [--changes=1]
 * [--check]`
 */
import { openHostDatabase } from '../server/src/data/testing/open.ts';
import { figuresOf } from './lib/cluster/figures.ts';
import { simulate, type Simulation } from './lib/cluster/simulate.ts';
import { SimulatedTime } from './lib/cluster/simulated-time.ts';
import { option } from './lib/options.ts';
import { report, type Figure } from './lib/report.ts';

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

/** Fewer with many hosts, of which each operation takes seconds here. */
const operationsOf = (hosts: number): number =>
  Math.min(option('operations', 20), Math.max(4, 1_000 / hosts));

async function run(simulation: Simulation): Promise<Figure[]> {
  const time = new SimulatedTime();
  const database = await openHostDatabase({ type: 'sqlite', file: ':memory:' }, time.clock);
  try {
    return figuresOf(simulation, await simulate(database, time, simulation));
  } finally {
    await database.close();
  }
}

const figures: Figure[] = [];
for (const hosts of sizes)
  for (const loss of LOSSES) {
    const without = loss === 0 ? {} : { changes: 0, seconds: 0 };
    figures.push(...(await run({ ...settings, hosts, loss, operations: operationsOf(hosts), ...without })));
  }
report('simulate-cluster', figures);
