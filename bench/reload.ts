/**
 * Memory of the host over many reloads of one application, each a deploy over HTTP: nothing of a
 * former version may stay. Measured after full collections.
 *
 * Run: `node bench/reload.ts [--check] [--reloads=1000]`; goals: docs/performance.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPackage, packageOf } from '../scripts/lib/build.ts';
import { freePort } from '../scripts/lib/free-port.ts';
import { HeapObserver, type Memory } from './lib/heap.ts';
import { createData, install, logIn } from './lib/platform.ts';
import { option } from './lib/options.ts';
import { report } from './lib/report.ts';
import { slope } from './lib/statistics.ts';

const reloads = option('reloads', 1000);
const FIRST = 10;
const samples = 20;

await buildPackage('hello');
const port = await freePort();
const data = await createData();
const host = await data.start({}, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
const { api, token } = await logIn(host);
const [versionId = 0] = await install(api, [packageOf('hello')]);
const observer = await HeapObserver.connect(port);

/** Deploys repeatedly with a request in between, and measures once former versions are gone. */
async function afterReloads(count: number): Promise<Memory> {
  for (let reload = 0; reload < count; reload++) {
    await api.post(`/app/version/${versionId}/deploy`);
    const answer = await fetch(`${host.ready.api}/hello/greet`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`The application answers ${answer.status}.`);
    await answer.text();
  }
  await sleep(200);
  return observer.memory();
}

const first = await afterReloads(FIRST);
const measured: Array<{ readonly reloads: number; readonly memory: Memory }> = [];
const startedAt = performance.now();
for (let sample = 1; sample <= samples; sample++) {
  const each = Math.round(reloads / samples);
  measured.push({ reloads: FIRST + sample * each, memory: await afterReloads(each) });
}
const seconds = (performance.now() - startedAt) / 1000;
observer.close();
await host.stop();
data.remove();

const MIB = 2 ** 20;
const last = measured.at(-1)?.memory ?? first;
const kept = ({ heap, external }: Memory): number => heap + external;
const line = slope(measured.map((sample) => [sample.reloads, kept(sample.memory)]));
report('reload', [
  { name: 'reloads of hello', value: reloads, unit: '', note: `${(reloads / seconds).toFixed(1)} a second` },
  { name: 'memory after the first ten', value: kept(first) / MIB, unit: 'MiB' },
  {
    name: `memory after ${reloads}, above the first ten`,
    value: (kept(last) - kept(first)) / MIB,
    unit: 'MiB',
    atMost: 15,
  },
  {
    name: 'slope, for each reload',
    value: line / 1024,
    unit: 'KiB',
    atMost: 5,
  },
  { name: 'resident after the first ten', value: first.resident / MIB, unit: 'MiB' },
  {
    name: `resident after ${reloads}, above the first ten`,
    value: (last.resident - first.resident) / MIB,
    unit: 'MiB',
    atMost: 20,
  },
]);
