/**
 * Lists of the host on a large site: 100,000 users, 10,000 menus, 1,000 roles of 100 menus and one
 * of all, 1,000,000 log rows. (design 12.1-2)
 *
 * Measured is a request until the last byte of its answer, one after another. PostgreSQL is the one
 * of the tests, on loopback. Run: `node bench/administration.ts [--check]
 * [--database=sqlite|postgres] [--requests=40]`
 */
import { Agent } from 'node:http';
import { byHand } from '../server/src/data/testing/by-hand.ts';
import { creators } from '../server/src/data/testing/servers.ts';
import { fillLargeSite, MANAGER } from './lib/administration/large-site.ts';
import { listSubjects, shellSubjects, type Subject } from './lib/administration/subjects.ts';
import { oneByOne } from './lib/one-by-one.ts';
import { option } from './lib/options.ts';
import { createData, logIn } from './lib/platform.ts';
import { report, type Figure } from './lib/report.ts';
import { median, percentile } from './lib/statistics.ts';

const GOAL_MS = 100;
const requests = option('requests', 40);
const type = process.argv.includes('--database=postgres') ? 'postgres' : 'sqlite';

const database = await creators[type]();
const place = Object.fromEntries(database.args.map((each) => each.slice(2).split('=') as [string, string]));
const data = await createData();
await (await data.start(place)).stop();
const direct = byHand(database.config);
await fillLargeSite(direct, type);
await direct.close();

const host = await data.start(place);
const agent = new Agent({ keepAlive: true });
const figures: Figure[] = [];

async function measure(subjects: readonly Subject[], token: string): Promise<void> {
  for (const [name, path] of subjects) {
    const url = `${host.ready.api}${path}`;
    await oneByOne(agent, url, 3, token);
    const latencies = await oneByOne(agent, url, requests, token);
    const note = `p50 ${median(latencies).toFixed(1)} ms`;
    figures.push({
      name: `${name}, p95`,
      value: percentile(latencies, 0.95),
      unit: 'ms',
      atMost: GOAL_MS,
      note,
    });
  }
}

try {
  const admin = await logIn(host);
  await measure(await listSubjects(admin.api), admin.token);
  await measure(shellSubjects, (await logIn(host, MANAGER)).token);
} finally {
  agent.destroy();
  await host.stop();
  data.remove();
  await database.drop();
}
report(`administration-${type}`, figures);
