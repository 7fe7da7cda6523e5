/**
 * Twenty packages uploaded at once, three of them of more than 100 MB: the answers, the memory
 * beside that of one large upload alone, and the latency of other requests.
 *
 * Run: `node bench/uploads.ts [--check] [--small=17] [--large=3] [--rate=50]`
 */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../scripts/lib/paths.ts';
import { enableLocalStorage } from '../scripts/lib/enable-local-storage.ts';
import { writeSizedPackage } from './lib/large-package.ts';
import { option } from './lib/options.ts';
import { createData, logIn } from './lib/platform.ts';
import { report } from './lib/report.ts';
import { ResidentMemory } from './lib/resident-memory.ts';
import { percentile } from './lib/statistics.ts';
import { SteadyClient } from './lib/steady-client.ts';

const small = option('small', 17);
const large = option('large', 3);
const rate = option('rate', 50);
const SMALL_MEGABYTES = 10;
const LARGE_MEGABYTES = 110;

const folder = mkdtempSync(join(tmpdir(), 'bench-uploads-'));
const pair = {
  publicKey: readFileSync(inRoot('plugins/keys/public.pem'), 'utf8'),
  privateKey: readFileSync(inRoot('plugins/keys/private.pem'), 'utf8'),
};
const sizes = [...Array<number>(large).fill(LARGE_MEGABYTES), ...Array<number>(small).fill(SMALL_MEGABYTES)];
const packages: string[] = [];
for (const [index, megabytes] of sizes.entries()) {
  packages.push((await writeSizedPackage(folder, `upload${index}`, megabytes, pair)).file);
}

const data = await createData();
const host = await data.start();
const { api, token } = await logIn(host);
await enableLocalStorage(api);

/** @returns the reasons of refusals */
function upload(files: readonly string[]): Promise<string[]> {
  const child = fork(inRoot('bench/lib/upload-all.ts'), [host.ready.api, token, ...files]);
  return new Promise((resolve, reject) => {
    child.once('message', (refused) => resolve(refused as string[]));
    child.once('exit', (code) => reject(new Error(`The uploading process ended with ${code}.`)));
  });
}

interface Measured {
  readonly answered: number;
  readonly refused: readonly string[];
  readonly moreMegabytes: number;
  readonly seconds: number;
  readonly latencies: readonly number[];
}

/** Uploads all packages at once, and measures the host and other requests meanwhile. */
async function measure(files: readonly string[]): Promise<Measured> {
  const headers = { authorization: `Bearer ${token}` };
  const memory = new ResidentMemory(host.pid);
  const others = new SteadyClient(`${host.ready.api}/app/market/list`, rate, headers);
  const startedAt = performance.now();
  const refused = await upload(files);
  const seconds = (performance.now() - startedAt) / 1000;
  await others.stop();
  const { latencies, failures } = others;
  const answered = files.length - refused.length;
  return { answered, refused: [...refused, ...failures], moreMegabytes: memory.stop(), seconds, latencies };
}

await measure(packages.slice(-1));
const one = await measure(packages.slice(0, 1));
const all = await measure(packages);
await host.stop();
data.remove();
rmSync(folder, { recursive: true });

for (const reason of all.refused) console.error(reason);
const total = sizes.reduce((sum, megabytes) => sum + megabytes, 0);
const waited = (latencies: readonly number[]): number => percentile(latencies, 0.95);
report('uploads', [
  {
    name: `answered, of ${packages.length} at once`,
    value: all.answered,
    unit: '',
    atLeast: packages.length,
  },
  { name: 'refused, or other requests that failed', value: all.refused.length, unit: '', atMost: 0 },
  { name: `${total} MB at once`, value: all.seconds, unit: 's' },
  {
    name: `more resident memory for one of ${LARGE_MEGABYTES} MB`,
    value: one.moreMegabytes,
    unit: 'MB',
    atMost: 64,
  },
  {
    name: `more resident memory for ${packages.length} at once`,
    value: all.moreMegabytes,
    unit: 'MB',
    atMost: 256,
  },
  { name: 'other requests, 95 % within, one upload', value: waited(one.latencies), unit: 'ms' },
  {
    name: `other requests, 95 % within, ${packages.length} uploads`,
    value: waited(all.latencies),
    unit: 'ms',
    atMost: 200,
    note: `longest ${Math.max(...all.latencies).toFixed(0)} ms of ${all.latencies.length}`,
  },
]);
