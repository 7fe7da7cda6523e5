/**
 * Resident memory of the host with the four sample applications: after its start, under load, and
 * one minute after the load. Run: `node bench/resident.ts [--check] [--seconds=20]`;
 * goals: docs/performance.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPackage, packageOf } from '../scripts/lib/build.ts';
import { burstOf } from './lib/http/burst.ts';
import { createData, install, logIn } from './lib/platform.ts';
import { option } from './lib/options.ts';
import { report } from './lib/report.ts';
import { residentMiB } from './lib/resident-memory.ts';

const seconds = option('seconds', 20);
const CODES = ['hello', 'member', 'mall', 'board'];
const PATHS = ['/hello/greet', '/hello/item/list', '/member/member/list', '/system/user/list'];

for (const code of CODES) await buildPackage(code);
const data = await createData();
const first = await data.start();
await install((await logIn(first)).api, CODES.map(packageOf));
await first.stop();

const host = await data.start();
const { token } = await logIn(host);
await sleep(2_000);
const started = residentMiB(host.pid);
let most = started;
const bursts = PATHS.map((path) => burstOf(`${host.ready.api}${path}`, { authorization: `Bearer ${token}` }));
const end = performance.now() + seconds * 1000;
while (performance.now() < end) {
  await Promise.all(bursts.map((burst) => burst(500)));
  most = Math.max(most, residentMiB(host.pid));
}
await sleep(60_000);
const after = residentMiB(host.pid);
await host.stop();
data.remove();

report('resident', [
  { name: 'resident with four applications, after the start', value: started, unit: 'MiB' },
  { name: 'under load', value: most, unit: 'MiB', atMost: 220 },
  { name: 'a minute after the load', value: after, unit: 'MiB' },
  { name: 'a minute after ÷ after the start', value: after / started, unit: '×', atMost: 1.2 },
]);
