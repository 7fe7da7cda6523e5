import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { PrefixedLines } from './prefixed-lines.ts';

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000;

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** Programs that run in parallel and share one terminal. */
export class Children {
  readonly #lines: PrefixedLines;
  readonly #root: string;
  readonly #running = new Map<ChildProcess, Promise<void>>();
  #stopping = false;

  /** @param root folder that the programs run in */
  constructor(lines: PrefixedLines, root: string) {
    this.#lines = lines;
    this.#root = root;
  }

  /**
   * Starts a Node program and reports it when it exits by itself.
   * @param args file of the program, then its arguments
   * @returns its standard input
   */
  start(name: string, args: readonly string[], { env = {} }: ChildOptions = {}): Writable {
    const child = spawn(process.execPath, args, {
      cwd: this.#root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
      // The end of its input tells a program that this process is gone.
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
        if (!this.#stopping) this.#lines.line(name, `✗ ${name} exited unexpectedly (${signal ?? code}).`);
        resolve();
      });
    });
    this.#running.set(child, ended);
    return child.stdin;
  }

  /** Stops every program and waits for its exit. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const running = [...this.#running];
    for (const [child] of running) child.kill('SIGTERM');
    const killTimer = setTimeout(() => running.forEach(([child]) => child.kill('SIGKILL')), GRACE_MS);
    await Promise.all(running.map(([, ended]) => ended));
    clearTimeout(killTimer);
  }
}
