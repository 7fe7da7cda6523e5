import { spawn } from 'node:child_process';
import { root } from './paths.ts';

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Shows the output as it comes, instead of only when the command fails. */
  readonly show?: boolean;
  readonly cwd?: string;
}

/** A command that ended with another code than 0. */
export class CommandFailed extends Error {
  readonly output: string;

  constructor(command: string, code: number | null, output: string) {
    super(`${command} ended with ${code ?? 'a signal'}.`);
    this.output = output;
  }
}

/**
 * Runs a program of `node_modules/.bin`, or one on the path, and gives what it printed.
 *
 * @throws CommandFailed with the whole output
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new CommandFailed(`${command} ${args.join(' ')}`, code, output));
    });
  });
}
