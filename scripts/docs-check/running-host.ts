import { spawn } from 'node:child_process';
import { inRoot } from '../lib/paths.ts';
import { CommandFailed } from '../lib/run.ts';

const START_LIMIT_MS = 300_000;

/**
 * Runs a documented start of a host in a shell, until it says that it is ready.
 *
 * @returns how to stop it
 * @throws CommandFailed if it ends before, or takes longer than five minutes
 */
export function startDocumented(text: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    // A group of its own, as a terminal gives it: SIGTERM then reaches npm and what it started.
    const child = spawn('bash', ['-c', text], {
      cwd: inRoot(),
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const closed = new Promise<number | null>((done) => child.once('close', done));
    const stop = async (): Promise<void> => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await closed;
    };
    const limit = setTimeout(() => void stop(), START_LIMIT_MS);
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      if (!/ready in [\d.]+ s/.test(output)) return;
      clearTimeout(limit);
      resolve(stop);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    void closed.then((code) => {
      clearTimeout(limit);
      reject(new CommandFailed(text, code, output));
    });
  });
}
