/**
 * Requests a second of `hello` through the whole platform, as a ratio to a bare Fastify route that answers the same
 * bytes to the same requests, in alternating rounds of one run. Budgets: design 7.4. Run: `node bench/http.ts [--check] [--rounds=7] [--seconds=4]`
 */
import { fork } from 'node:child_process';
import { inRoot } from '../scripts/lib/paths.ts';
import { load } from './lib/load.ts';
import { startPlatform } from './lib/platform.ts';
import { option } from './lib/options.ts';
import { report } from './lib/report.ts';
import { spread } from './lib/statistics.ts';

const rounds = option('rounds', 7);
const seconds = option('seconds', 4);

const platform = await startPlatform();
const base = platform.host.ready.api;
const authorization = { authorization: `Bearer ${platform.token}` };
const answer = await (await fetch(`${base}/open/hello/greet`)).text();
const bareProcess = fork(inRoot('bench/lib/bare-fastify.ts'), [answer]);
const bare = await new Promise<string>((resolve) =>
  bareProcess.once('message', ({ url }: { url: string }) => resolve(`${url}/bare`)),
);

const targets = [
  { name: 'token', url: `${base}/hello/greet`, headers: authorization, atLeast: 0.85 },
  { name: 'open', url: `${base}/open/hello/greet`, headers: {}, atLeast: 0.95 },
];
for (const url of [bare, ...targets.map((target) => target.url)]) await load(url, 2, authorization);

const ratios = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
const rates: number[] = [];
let failed = 0;
for (let round = 0; round < rounds; round++) {
  for (const { name, url, headers } of targets) {
    const before = await load(bare, seconds, headers);
    const ours = await load(url, seconds, headers);
    const after = await load(bare, seconds, headers);
    failed += ours.failed;
    rates.push(before.rate, after.rate);
    ratios.get(name)?.push(ours.rate / ((before.rate + after.rate) / 2));
  }
}
bareProcess.kill();
await platform.stop();

report('http', [
  {
    name: 'bare Fastify',
    value: spread(rates).median,
    unit: 'req/s',
    note: `${rounds} rounds of ${seconds} s`,
  },
  ...targets.map(({ name, atLeast }) => {
    const { median, least, most } = spread(ratios.get(name) ?? []);
    const note = `${least.toFixed(2)} to ${most.toFixed(2)}`;
    return { name: `/hello/greet, ${name}, ratio to bare Fastify`, value: median, unit: '×', atLeast, note };
  }),
  { name: 'answers other than 200', value: failed, unit: '', atMost: 0 },
]);
