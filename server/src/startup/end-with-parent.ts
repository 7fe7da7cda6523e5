import { Worker } from 'node:worker_threads';
import { endOwnGroup } from './end-own-group.ts';

const LOOK_MS = 500;
/** Time for an orderly stop, which a free event loop begins once it learns of the end. */
const PATIENCE_MS = 5_000;

/**
 * Ends this process when its parent has ended, also while an endless loop holds the main thread,
 * which then receives neither a signal nor that the channel has closed.
 */
export function endWithParent(patienceMs = PATIENCE_MS): void {
  const thread = new Worker(`(${watch.toString()})()`, {
    eval: true,
    workerData: { parent: process.ppid, lookMs: LOOK_MS, patienceMs } satisfies Watched,
    execArgv: [],
  });
  // Without the thread, the process still ends where its event loop is free.
  thread.on('error', () => undefined);
  thread.unref();
}

/**
 * Ends this process, whose parent is gone, at once. `process.exit` alone waits for Node's thread
 * pool, which native work of an application can hold for hours; nobody reads the exit code.
 */
export function endOrphan(): never {
  process.once('exit', endOwnGroup);
  process.exit(1);
}

interface Watched {
  readonly parent: number;
  readonly lookMs: number;
  readonly patienceMs: number;
}

/** Runs in the thread, so it may use nothing from outside of itself. */
function watch(): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { parent, lookMs, patienceMs } = threads.workerData as Watched;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs);
  }, lookMs);
}
