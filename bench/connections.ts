/**
 * How connections reach several workers: one shared listening socket, hand-over by the parent, or a
 * socket for each worker (`SO_REUSEPORT`). Requests lost while workers are replaced, the share of
 * the busiest of two, and processor time for each connection. (design 10.2; docs/decisions/0138)
 *
 * Run: `node bench/connections.ts [--replacements=20] [--connections=4000]`
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../scripts/lib/free-port.ts';
import { inRoot } from '../scripts/lib/paths.ts';
import { connectUntil, type Met } from './lib/connections/many-connections.ts';
import { option } from './lib/options.ts';
import { processorNanoseconds } from './lib/processor-time.ts';
import { report, type Figure } from './lib/report.ts';

const replacements = option('replacements', 20);
const connections = option('connections', 4_000);
/** Work of a request while workers are replaced, so that connections wait in the system's queue. */
const WORK_MS = 2;
const [FEW, MANY] = [2, 32];

const modes = { shared: 'shared socket', robin: 'hand-over', reuse: 'reusePort' } as const;

interface Parent {
  readonly child: ChildProcess;
  readonly port: number;
  pids: readonly number[];
}

async function start(mode: string, workMs: number): Promise<Parent> {
  const port = await freePort();
  const child = fork(inRoot('bench/lib/connections/primary.ts'), [`${port}`, mode, `${workMs}`], {
    execArgv: [],
  });
  const [pids] = (await once(child, 'message')) as [number[]];
  return { child, port, pids };
}

async function replace(parent: Parent): Promise<void> {
  parent.child.send('replace');
  const [pids] = (await once(parent.child, 'message')) as [number[]];
  parent.pids = pids;
}

async function stop({ child }: Parent): Promise<void> {
  child.send('end');
  await once(child, 'exit');
}

const busiest = ({ shares }: Met): number => {
  const counts = [...shares.values()];
  return (Math.max(...counts) / counts.reduce((sum, count) => sum + count, 0)) * 100;
};

async function measure(mode: keyof typeof modes): Promise<Figure[]> {
  const name = modes[mode];
  const idle = await start(mode, 0);
  const times = (): number =>
    [idle.child.pid ?? 0, ...idle.pids].reduce((sum, pid) => sum + processorNanoseconds(pid), 0);
  await connectUntil(idle.port, MANY, (sent) => sent >= connections);
  const before = times();
  const many = await connectUntil(idle.port, MANY, (sent) => sent >= connections);
  const microseconds = (times() - before) / 1_000 / connections;
  const few = await connectUntil(idle.port, FEW, (sent) => sent >= connections / 4);
  await stop(idle);

  const busy = await start(mode, WORK_MS);
  let isOver = false;
  const load = connectUntil(busy.port, MANY, () => isOver);
  for (let count = 0; count < replacements; count += 1) await replace(busy);
  isOver = true;
  const { failed } = await load;
  await stop(busy);
  return [
    { name: `${name}: lost in ${replacements} replacements of both`, value: failed, unit: '' },
    { name: `${name}: processor time of a connection`, value: microseconds, unit: 'µs' },
    { name: `${name}: share of the busiest, ${FEW} at once`, value: busiest(few), unit: '%' },
    { name: `${name}: share of the busiest, ${MANY} at once`, value: busiest(many), unit: '%' },
  ];
}

const figures: Figure[] = [];
for (const mode of Object.keys(modes) as Array<keyof typeof modes>) figures.push(...(await measure(mode)));
report('connections', figures);
