import { spawn } from 'node:child_process';
import { HostNotStarted } from './host-process.ts';
import { inRoot } from './paths.ts';

export interface SandboxProcessOptions {
  /** Folders of projects; their migrations are run. */
  readonly projects: readonly string[];
  readonly port: string | number;
  /** Address for a debugger; empty for the default one, undefined for none. */
  readonly inspect?: string | undefined;
  readonly log: string;
}

export interface SandboxProcess {
  readonly url: string;
  readonly token: string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number>;
  stop(): Promise<number>;
}

/**
 * Starts the sandbox from its sources in a process of its own, so that a plugin that holds its event loop does not hold the
 * development loop's.
 */
export function startSandboxProcess(options: SandboxProcessOptions): Promise<SandboxProcess> {
  const { projects, port, inspect, log } = options;
  const debug = inspect === undefined ? [] : [inspect === '' ? '--inspect' : `--inspect=${inspect}`];
  const child = spawn(
    process.execPath,
    [
      ...debug,
      inRoot('server/src/cli/sandbox.ts'),
      `--sandbox.port=${port}`,
      `--sandbox.log=${log}`,
      ...projects.map((project) => `--sandbox.project=${project}`),
    ],
    {
      cwd: inRoot(),
      // Ctrl+C reaches this process alone, which then stops the sandbox.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const stop = (): Promise<number> => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    void ended.then((code) => reject(new HostNotStarted(code)));
    child.once('message', ({ url, token }: { url: string; token: string }) =>
      resolve({ url, token, ended, stop }),
    );
  });
}
