import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How to create and run a server that belongs to the benchmark. Servers of the machine are not
 * touched.
 */
export interface ServerRecipe {
  readonly name: string;
  /** User that it runs as where this process is root's. */
  readonly user: string;
  /** Command whose absence skips it. */
  readonly needs: string;
  /** Makes what it starts on, once. */
  prepare?(place: ServerPlace, run: (command: string, ...args: string[]) => void): void;
  command(place: ServerPlace): {
    readonly command: string;
    readonly args: string[];
    readonly env?: NodeJS.ProcessEnv;
  };
  /** Signal that lets it end in order, and at once. */
  readonly stopSignal: NodeJS.Signals;
  /** Rejects until it answers. */
  answers(port: number): Promise<unknown>;
}

export interface ServerPlace {
  readonly directory: string;
  readonly port: number;
}

const START_LIMIT_MS = 90_000;
const PAUSE_MS = 25;

/** A server in a temporary directory, on a port of its own. */
export class OwnServer {
  readonly name: string;
  readonly port: number;
  readonly #recipe: ServerRecipe;
  readonly #place: ServerPlace;
  readonly #as: { uid?: number; gid?: number };
  #child: ChildProcess | undefined;

  private constructor(recipe: ServerRecipe, place: ServerPlace, as: { uid?: number; gid?: number }) {
    this.name = recipe.name;
    this.port = place.port;
    this.#recipe = recipe;
    this.#place = place;
    this.#as = as;
  }

  /** @returns why there can be none here, instead */
  static async create(recipe: ServerRecipe): Promise<OwnServer | string> {
    const as = userOf(recipe.user);
    if (as === undefined) return `there is no user ${recipe.user}`;
    try {
      execFileSync('which', [recipe.needs], { stdio: 'ignore' });
    } catch {
      return `there is no command ${recipe.needs}`;
    }
    const directory = mkdtempSync(join(tmpdir(), `own-${recipe.name}-`));
    if (as.uid !== undefined) chownSync(directory, as.uid, as.gid ?? as.uid);
    const place = { directory, port: await freePort() };
    const server = new OwnServer(recipe, place, as);
    recipe.prepare?.(place, (command, ...args) => {
      execFileSync(command, args, { ...as, cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
    });
    await server.start();
    return server;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    this.#child = this.#spawn();
    const until = performance.now() + START_LIMIT_MS;
    for (;;) {
      try {
        await this.#recipe.answers(this.port);
        return;
      } catch (error) {
        if (performance.now() > until) throw new Error(`${this.name} does not start`, { cause: error });
        await sleep(PAUSE_MS);
        // PostgreSQL ends at once while children of one that was killed hold its shared memory.
        if (hasEnded(this.#child)) this.#child = this.#spawn();
      }
    }
  }

  /** @param signal SIGKILL leaves it no time; otherwise it ends in order */
  async stop(signal: NodeJS.Signals = this.#recipe.stopSignal): Promise<void> {
    const child = this.#child;
    if (!child?.pid || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // Its children belong to its group.
    process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal);
    await ended;
    this.#child = undefined;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.#place.directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  #spawn(): ChildProcess {
    const { command, args, env } = this.#recipe.command(this.#place);
    return spawn(command, args, {
      ...this.#as,
      cwd: this.#place.directory,
      env: { ...process.env, HOME: this.#place.directory, ...env },
      detached: true,
      stdio: 'ignore',
    });
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** A user other than root runs it under the own name. */
function userOf(user: string): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
