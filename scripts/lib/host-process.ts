import { spawn } from 'node:child_process';
import { inRoot } from './paths.ts';

/** Message of the host to its parent once it is ready. */
export interface HostReady {
  readonly type: 'ready';
  readonly api: string;
  readonly frontend: string;
  /** Milliseconds from the start of the process. */
  readonly startMs: number;
}

/** The host ended before it was ready; it has said why itself. */
export class HostNotStarted extends Error {
  constructor(code: number) {
    super(`The host ended with code ${code} before it was ready.`);
  }
}

export interface HostProcess {
  readonly pid: number;
  readonly ready: HostReady;
  /** The process's exit code, once it has ended. */
  readonly ended: Promise<number>;
  /** Asks it to finish what is in flight and to end. */
  stop(): Promise<number>;
  kill(): void;
}

export interface HostProcessOptions {
  /** Configuration keys, as on the command line. */
  readonly settings: Readonly<Record<string, string | number>>;
  readonly env?: Readonly<Record<string, string>>;
  /** `inherit` shows the host's own log, `ignore` hides it; a function gets its pieces. */
  readonly output?: 'inherit' | 'ignore' | ((piece: string) => void);
  /**
   * Starts a supervisor that runs the host as its worker, as an operator does. By default the
   * process is the host itself, which tests and benchmarks measure and kill.
   */
  readonly supervised?: boolean;
  /** File of the built host, if it is not the one of `server/dist`. */
  readonly program?: string;
  /** Folder that the host runs in; by default this repository. */
  readonly cwd?: string;
}

/** Starts the built host and waits until it serves. */
export function startHost(options: HostProcessOptions): Promise<HostProcess> {
  const settings = Object.entries(options.settings).map(([key, value]) => `--${key}=${value}`);
  const { output = 'inherit' } = options;
  const program = options.program ?? inRoot('server/dist/lib/main.js');
  const child = spawn(process.execPath, [program, ...settings], {
    cwd: options.cwd ?? inRoot(),
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      ...(options.supervised ? {} : { PLATFORM_SUPERVISOR: 'off' }),
      ...options.env,
    },
    stdio: ['ignore', typeof output === 'function' ? 'pipe' : output, 'inherit', 'ipc'],
  });
  if (typeof output === 'function') child.stdout?.setEncoding('utf8').on('data', output);
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const stop = (): Promise<number> => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    void ended.then((code) => reject(new HostNotStarted(code)));
    child.once('message', (message: HostReady) =>
      resolve({ pid: child.pid ?? 0, ready: message, ended, stop, kill: () => void child.kill('SIGKILL') }),
    );
  });
}
