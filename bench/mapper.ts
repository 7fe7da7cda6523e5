/**
 * Statements of a mapper beside the same SQL by hand on the same driver, in short alternating
 * turns, on each database that responds. Both return equal rows. Budget (issue 9): at most 1.3
 * times.
 *
 * Run: `node bench/mapper.ts [--check] [--rounds=120] [--milliseconds=20]`
 */
import { deepEqual } from 'node:assert/strict';
import { build, type PluginBuild } from 'esbuild';
import { inRoot } from '../scripts/lib/paths.ts';
import { byHand, type ByHand } from '../server/src/data/testing/by-hand.ts';
import { creators } from '../server/src/data/testing/servers.ts';
import { option } from './lib/options.ts';
import { report, type Figure } from './lib/report.ts';
import type * as subject from './lib/mapper-subject.ts';
import { percentile, spread } from './lib/statistics.ts';

const rounds = option('rounds', 120);
const milliseconds = option('milliseconds', 20);
const only = process.argv.find((argument) => argument.startsWith('--database='))?.split('=')[1];

// Node cannot run decorators, so the subject is bundled as the host is. Libraries stay in
// node_modules.
const outfile = inRoot('server/node_modules/.cache/bench/mapper-subject.js');
const outside = (context: PluginBuild): void =>
  context.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@platform/') ? undefined : { path, external: true },
  );
await build({
  entryPoints: [inRoot('bench/lib/mapper-subject.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'es2022',
  format: 'esm',
  plugins: [{ name: 'libraries-stay-outside', setup: outside }],
});
const { asTenant, openSubject, TENANT } = (await import(outfile)) as typeof subject;
type Mapper = Awaited<ReturnType<typeof openSubject>>['mapper'];

interface Case {
  readonly name: string;
  readonly ours: (mapper: Mapper, turn: number) => Promise<unknown>;
  readonly theirs: (hand: ByHand, turn: number) => Promise<unknown>;
}

const columns = 'id, title, item_status, paid, price, create_time';
const from = `select ${columns} from bench_item where tenant_id = ?`;
const hundred = Array.from({ length: 100 }, (_, index) => index * 2);
const marks = hundred.map(() => '?').join(', ');
const id = (turn: number): number => (turn % 1000) * 2;

const cases: readonly Case[] = [
  {
    name: 'one row by its id',
    ours: (mapper, turn) => mapper.one({ id: id(turn) }),
    theirs: async (hand, turn) =>
      (await hand.select(`${from} and id = ?`, [TENANT, id(turn)])).map(toItem)[0],
  },
  {
    name: '50 rows by two conditions',
    ours: (mapper, turn) => mapper.list({ status: 'open', from: id(turn) % 1000 }),
    theirs: async (hand, turn) => {
      const sql = `${from} and item_status = ? and id >= ? order by id limit 50`;
      return (await hand.select(sql, [TENANT, 'open', id(turn) % 1000])).map(toItem);
    },
  },
  {
    name: '50 rows of 100 identifiers',
    ours: (mapper) => mapper.list({ ids: hundred }),
    theirs: async (hand) => {
      const sql = `${from} and id in (${marks}) order by id limit 50`;
      return (await hand.select(sql, [TENANT, ...hundred])).map(toItem);
    },
  },
  {
    name: 'one row changed',
    ours: (mapper, turn) => mapper.rename({ id: id(turn), title: `Changed ${turn}` }),
    theirs: (hand, turn) =>
      hand.change('update bench_item set title = ?, update_time = ? where tenant_id = ? and id = ?', [
        `Changed ${turn}`,
        new Date().toISOString().replace('T', ' ').slice(0, 23),
        TENANT,
        id(turn),
      ]),
  },
];

/** SQL by hand that returns the same values as the mapper. */
function toItem(row: Record<string, unknown>): object {
  const time = row['create_time'];
  return {
    id: Number(row['id']),
    title: row['title'],
    itemStatus: row['item_status'],
    paid: Boolean(row['paid']),
    price: typeof row['price'] === 'number' ? row['price'].toFixed(2) : row['price'],
    createTime: time instanceof Date ? time.toISOString() : `${String(time).replace(' ', 'T').slice(0, 23)}Z`,
  };
}

/** Milliseconds for a call, over a turn. */
async function timeOf(work: (turn: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let calls = 0;
  for (let elapsed = 0; elapsed < milliseconds; elapsed = performance.now() - began) {
    for (let more = 0; more < 5; more++) await work(calls++);
  }
  return (performance.now() - began) / calls;
}

const figures: Figure[] = [];
for (const [name, create] of Object.entries(creators)) {
  if (only !== undefined && only !== name) continue;
  const test = await create().catch(() => undefined);
  if (!test) {
    console.log(`${name} does not answer and is left out.`);
    continue;
  }
  const { database, mapper } = await openSubject(test.config);
  const hand = byHand(test.config);
  try {
    await asTenant(async () => {
      for (const { name: title, ours, theirs } of cases) {
        const plain = JSON.parse(JSON.stringify(await ours(mapper, 3))) as unknown;
        deepEqual(plain, JSON.parse(JSON.stringify(await theirs(hand, 3))), `${title} on ${name} differs`);
        const mine = (turn: number): Promise<unknown> => ours(mapper, turn);
        const bare = (turn: number): Promise<unknown> => theirs(hand, turn);
        for (let warm = 0; warm < 10; warm++) await timeOf(warm % 2 === 0 ? mine : bare);
        const times = { mine: [] as number[], bare: [] as number[] };
        for (let round = 0; round < rounds; round++) {
          times.bare.push(await timeOf(bare));
          times.mine.push(await timeOf(mine));
        }
        // Other work on the machine only adds time, so the quickest quarter of the turns counts.
        const value = percentile(times.mine, 0.25) / percentile(times.bare, 0.25);
        const { median, least, most } = spread(
          times.mine.map((time, round) => time / (times.bare[round] ?? NaN)),
        );
        const note = `median ${median.toFixed(2)}, ${least.toFixed(2)} to ${most.toFixed(2)}; ${Math.round(1000 / percentile(times.mine, 0.25))} a second`;
        figures.push({ name: `${name}: ${title}, time to by hand`, value, unit: '×', atMost: 1.3, note });
      }
    });
  } finally {
    await hand.close();
    await database.close();
    await test.drop();
  }
}
report('mapper', figures);
