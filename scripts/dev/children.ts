import { spawn, type ChildProcess } from 'node:child_process';
import { inRoot } from '../lib/paths.ts';
import type { PrefixedLines } from './prefixed-lines.ts';

/** How long a program may take to end before it is ended. */
const GRACE_MS = 5_000;

export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Programs that run side by side until all are stopped; what they say goes into one terminal. */
export class Children {
  readonly #lines: PrefixedLines;
  readonly #running = new Map<ChildProcess, Promise<void>>();
  #stopping = false;

  constructor(lines: PrefixedLines) {
    this.#lines = lines;
  }

  /** Starts a Node program; one that ends by itself is named. @param args its file first */
  start(name: string, args: readonly string[], { cwd = inRoot(), env = {} }: ChildOptions = {}): void {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
      // Whoever reads its input learns by it that this process has gone.
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output = this.#lines.stream(name);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => output.take(piece));
    }
    const ended = new Promise<void>((resolve) => {
      child.once('error', (error) => output.take(`✗ ${error.message}\n`));
      child.once('close', (code, signal) => {
        output.end();
        this.#running.delete(child);
        if (!this.#stopping) this.#lines.line(name, `✗ ${name} has ended by itself (${signal ?? code}).`);
        resolve();
      });
    });
    this.#running.set(child, ended);
  }

  /** Ends all and waits for them. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const running = [...this.#running];
    for (const [child] of running) child.kill('SIGTERM');
    const impatient = setTimeout(() => running.forEach(([child]) => child.kill('SIGKILL')), GRACE_MS);
    await Promise.all(running.map(([, ended]) => ended));
    clearTimeout(impatient);
  }
}
