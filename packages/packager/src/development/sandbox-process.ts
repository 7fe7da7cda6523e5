import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PackagerError } from '../errors.ts';

export interface SandboxProcessOptions {
  /** The repository's absolute path, where the host is found. */
  readonly root: string;
  /** Folders of projects; their migrations are run. */
  readonly projects: readonly string[];
  readonly port: string | number;
  /** Address for a debugger; empty for the default one, undefined for none. */
  readonly inspect?: string | undefined;
  /** Log level of the printed lines. */
  readonly log: string;
}

export interface SandboxProcess {
  readonly url: string;
  /** Token of a user with all permissions. */
  readonly token: string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number>;
  /** Ends it, by force after `patienceMs`: code in an endless loop receives no signal. */
  stop(patienceMs?: number): Promise<number>;
}

/**
 * Starts the sandbox in a process of its own, so that a plugin that holds its event loop does
 * not hold the development loop's. Throws `SANDBOX_MISSING`, `SANDBOX_NOT_STARTED`.
 */
export async function startSandboxProcess(options: SandboxProcessOptions): Promise<SandboxProcess> {
  const { root, projects, port, inspect, log } = options;
  const debug = inspect === undefined ? [] : [inspect === '' ? '--inspect' : `--inspect=${inspect}`];
  const child = spawn(
    process.execPath,
    [
      ...debug,
      sandboxEntry(root),
      `--sandbox.port=${port}`,
      `--sandbox.log=${log}`,
      ...projects.map((project) => `--sandbox.project=${project}`),
    ],
    {
      cwd: root,
      // Ctrl+C reaches this process alone, which then stops the sandbox.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const stop = async (patienceMs = 5_000): Promise<number> => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    return ended.finally(() => clearTimeout(force));
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    void ended.then((code) => reject(notStarted(code)));
    child.once('message', ({ url, token }: { url: string; token: string }) =>
      resolve({ url, token, ended, stop }),
    );
  });
}

function sandboxEntry(root: string): string {
  try {
    return createRequire(join(root, 'package.json')).resolve('@platform/server/sandbox');
  } catch (cause) {
    throw new PackagerError({
      code: 'SANDBOX_MISSING',
      message: `@platform/server, which contains the sandbox, is not installed in ${root}.`,
      fix: 'Install it, or use a running host: -Host http://127.0.0.1:8080.',
      cause,
    });
  }
}

const notStarted = (exitCode: number): PackagerError =>
  new PackagerError({
    code: 'SANDBOX_NOT_STARTED',
    message: `The sandbox exited with code ${exitCode} before it was ready.`,
    fix: 'See its output above. If the port is in use, choose another one with -Port.',
  });
