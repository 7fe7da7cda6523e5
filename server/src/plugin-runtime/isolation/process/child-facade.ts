import childProcess, { type ChildProcess } from 'node:child_process';
import workerThreads from 'node:worker_threads';
import { ownBroadcastChannel } from '../observers.ts';
import type { OpenHandles } from '../open-handles.ts';
import type { AnyFunction } from '../any-function.ts';

type Options = Readonly<Record<string, unknown>>;

const STARTING = ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync'] as const;

/**
 * `node:child_process` for one application.
 *
 * Processes start in its data folder, without the host's environment, and end with it. None is
 * detached: one that led its own group would outlive a host that is killed.
 *
 * @param env environment of processes for which the application gives none
 */
export function childProcessFacade(cwd: string | undefined, env: NodeJS.ProcessEnv, open: OpenHandles) {
  const start =
    (name: (typeof STARTING)[number]): AnyFunction =>
    (...args) => {
      const started = (childProcess[name] as AnyFunction)(...withOptions(args, { cwd, env }));
      if (started instanceof childProcess.ChildProcess) trackChild(started, String(args[0]), open);
      return started;
    };
  return Object.freeze({
    ...childProcess,
    ...Object.fromEntries(STARTING.map((name) => [name, start(name)])),
  });
}

/** Finds the options in `(command, args?, options?, callback?)`: the last plain object. */
function withOptions(args: readonly unknown[], defaults: Options): unknown[] {
  const isOptions = (value: unknown): value is Options =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const at = args.findIndex(isOptions);
  if (at !== -1) return args.with(at, { ...defaults, ...(args[at] as Options), detached: false });
  const callback = typeof args.at(-1) === 'function' ? args.length - 1 : args.length;
  return args.toSpliced(callback, 0, defaults);
}

function trackChild(child: ChildProcess, command: string, open: OpenHandles): void {
  open.add(
    child,
    () => `process ${command}`,
    () => void child.kill('SIGKILL'),
  );
  child.once('exit', () => open.remove(child));
}

/**
 * `node:worker_threads` for one application; its workers end with it.
 *
 * @param onThread is called with each worker
 */
export function workerThreadsFacade(
  open: OpenHandles,
  onThread: (thread: workerThreads.Worker) => void,
): typeof workerThreads {
  class Worker extends workerThreads.Worker {
    constructor(file: string | URL, options: workerThreads.WorkerOptions = {}) {
      super(file, { env: {}, ...options });
      open.add(
        this,
        () => `worker ${options.name ?? (options.eval ? 'of its own source' : String(file))}`,
        () => void this.terminate(),
      );
      this.once('exit', () => open.remove(this));
      onThread(this);
    }
  }
  return Object.freeze({ ...workerThreads, Worker, BroadcastChannel: ownBroadcastChannel(open) });
}
