/**
 * Processor time of lists over HTTP, beside a route without a database and the SQL of the list
 * alone.
 *
 * The time beyond SQL and route is the platform's own part. Run:
 * `node bench/lists.ts [--check] [--rounds=14] [--requests=1000]`; goal: docs/performance.md.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildPackage, packageOf } from '../scripts/lib/build.ts';
import { burstOf } from './lib/http/burst.ts';
import { option } from './lib/options.ts';
import { createData, install, logIn } from './lib/platform.ts';
import { processorTimes, type ProcessorTime, type Subject } from './lib/processor-time.ts';
import { report, type Figure } from './lib/report.ts';

const rounds = option('rounds', 14);
const requests = option('requests', 1000);

/** The statements of each list, as the platform sends them. */
const LISTS = {
  '/hello/item/list': [
    'select count(*) from (select * from hello_item where tenant_id = ?) hello_item where deleted = 0',
    `select id, title, item_status, remark, deleted, create_time, update_time
       from (select * from hello_item where tenant_id = ?) hello_item
      where deleted = 0 order by id desc limit 10 offset 0`,
  ],
  '/system/user/list': [
    'select count(*) from sys_user where tenant_id = ?',
    'select * from sys_user where tenant_id = ? order by user_id limit 10 offset 0',
  ],
} as const;

await buildPackage('hello');
const data = await createData();
const host = await data.start();
const { api, token } = await logIn(host);
await install(api, [packageOf('hello')]);
const headers = { authorization: `Bearer ${token}` };

const http = (path: string): Subject => ({
  name: path,
  pid: host.pid,
  burst: burstOf(`${host.ready.api}${path}`, headers),
});

const database = new DatabaseSync(join(data.directory, 'platform.db'), { readOnly: true });
const byHand = (path: keyof typeof LISTS): Subject => {
  const statements = LISTS[path].map((sql) => database.prepare(sql));
  return {
    name: `SQL of ${path}`,
    pid: process.pid,
    burst: async (count) => {
      for (let run = 0; run < count; run++) for (const statement of statements) statement.all('default');
    },
  };
};

const paths = Object.keys(LISTS) as Array<keyof typeof LISTS>;
const subjects = [http('/hello/greet'), ...paths.map(http), ...paths.map(byHand)];
const times = await processorTimes(subjects, { rounds, requests });
database.close();
await host.stop();
data.remove();

const timeOf = (name: string): ProcessorTime => times.get(name) ?? { p10: NaN, p25: NaN, p50: NaN };

report('lists', [
  ...subjects.map(({ name }): Figure => {
    const { p10, p25, p50 } = timeOf(name);
    const note = `p10/p25/p50 ${[p10, p25, p50].map((value) => value.toFixed(1)).join('/')}`;
    return { name: `processor time, ${name}`, value: p25, unit: 'µs', note };
  }),
  ...paths.map((path): Figure => ({
    name: `${path} beyond its SQL`,
    value: timeOf(path).p25 - timeOf(`SQL of ${path}`).p25,
    unit: 'µs',
    atMost: 200,
  })),
]);
