import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const [, , port = '0', mode = 'shared', workMs = '0'] = process.argv;
const WORKERS = 2;

/** The parent of the listeners: hands connections over, or leaves that to the system. */
cluster.schedulingPolicy = mode === 'robin' ? cluster.SCHED_RR : cluster.SCHED_NONE;
cluster.setupPrimary({
  exec: fileURLToPath(new URL('listener.ts', import.meta.url)),
  args: [port, mode, workMs],
});

async function add(): Promise<Worker> {
  const worker = cluster.fork();
  await once(worker, 'message');
  return worker;
}

let workers = await Promise.all(Array.from({ length: WORKERS }, add));
const tell = (): void => void process.send?.(workers.map(({ process: { pid } }) => pid));
process.on('message', async (message) => {
  if (message !== 'replace') return process.exit(0);
  // As SIGHUP does: a new one listens before a former one stops.
  for (const former of workers) {
    const next = await add();
    former.send('stop');
    await once(former, 'exit');
    workers = [...workers.filter((worker) => worker !== former), next];
  }
  tell();
});
tell();
