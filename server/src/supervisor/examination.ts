import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { StackFrame, WorkUnderWay } from './protocol.ts';
import { isInStatement } from './sqlite-locks.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Within this time a worker answers unless it is in native code, in milliseconds. */
const ANSWER_LIMIT_MS = 2_000;
/** Time for the process that reads the stack, on a busy machine too, in milliseconds. */
const READ_LIMIT_MS = 10_000;
/** So long a statement of SQLite may take that nobody has announced. (design 16-7) */
const STATEMENT_LIMIT_MS = 60_000;
const ADDRESS = /Debugger listening on (ws:\S+)/;

/** Code position of a blocked worker. */
export interface Findings {
  /** The innermost first. */
  readonly frames: readonly StackFrame[];
  readonly underWay: WorkUnderWay | undefined;
}

/** Findings at a worker in native code, or one that has just ended. */
export const NOTHING: Findings = { frames: [], underWay: undefined };

/**
 * Asks a blocked worker for its stack by its inspector. (design 10.3)
 *
 * A process of its own speaks with the inspector, so that texts of the worker do not enter this
 * one. The worker continues when that process ends.
 *
 * @param program the module that speaks with the inspector
 * @returns no frames where the worker is in native code
 */
export async function examine(program: string, worker: WorkerProcess): Promise<Findings> {
  const [findings = NOTHING] = await sample(program, worker, 0);
  return findings;
}

/**
 * Asks a worker whose event loop turns what it is at, again and again.
 *
 * @param forMs the time over which the questions are spread; 0 for a single one
 * @returns nothing where the worker is in native code
 */
export async function sample(
  program: string,
  worker: WorkerProcess,
  forMs: number,
): Promise<readonly Findings[]> {
  const { inspector } = worker;
  const known = inspector === undefined ? undefined : await readFindings(program, inspector, forMs);
  // A worker closes its inspector when its loop turns, which the next beat tells.
  return known ?? sampleAgain(program, worker, forMs);
}

async function sampleAgain(
  program: string,
  worker: WorkerProcess,
  forMs: number,
): Promise<readonly Findings[]> {
  const address = await openInspector(worker, forMs > 0);
  if (address === undefined) return [];
  worker.inspector = address;
  return (await readFindings(program, address, forMs)) ?? [];
}

/**
 * @param turns its event loop does, so that native code comes to an end
 * @returns its address; undefined where the worker is in native code, and stays there
 */
async function openInspector(
  { pid = 0, standardError, silence }: WorkerProcess,
  turns: boolean,
): Promise<string | undefined> {
  standardError.hideInspector();
  process.kill(pid, 'SIGUSR1');
  return awaitAddress({
    find: async () => (await standardError.find(ADDRESS, ANSWER_LIMIT_MS))?.[1],
    comesToAnEnd: async () => (turns && silence?.isTooLong === false) || isInStatement(pid),
    silentMs: () => silence?.silentMs ?? 0,
  });
}

/** Questions asked while a worker does not answer. */
interface Asked {
  /** Waits a while for the address of the inspector. */
  find(): Promise<string | undefined>;
  /** Whether what it is at is known to end. */
  comesToAnEnd(): Promise<boolean>;
  /** For how long the worker has been silent, in milliseconds. */
  silentMs(): number;
}

/** Waits longer where what keeps a worker from answering comes to an end, but not without end. */
export async function awaitAddress(asked: Asked): Promise<string | undefined> {
  let found = await asked.find();
  while (found === undefined && asked.silentMs() <= STATEMENT_LIMIT_MS && (await asked.comesToAnEnd()))
    found = await asked.find();
  return found;
}

async function readFindings(
  program: string,
  address: string,
  forMs: number,
): Promise<readonly Findings[] | undefined> {
  const child = spawn(process.execPath, [program, address, String(forMs)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: READ_LIMIT_MS + 2 * forMs,
    killSignal: 'SIGKILL',
  });
  child.once('error', () => undefined);
  try {
    return JSON.parse(await text(child.stdout)) as readonly Findings[];
  } catch {
    return undefined;
  }
}
