import { setTimeout as sleep } from 'node:timers/promises';
import { examine } from './examination.ts';
import type { Blocked } from './incident-of.ts';
import { residentMemory } from './resident-memory.ts';
import { TICK_MS } from './silence.ts';
import type { WorkerProcess } from './worker-process.ts';

/** From this silence on the memory of a worker is looked at, in milliseconds. */
const STILL_MS = 2 * TICK_MS;
/** A worker whose work is over beats within this time after it goes on, in milliseconds. */
const LAST_CHANCE_MS = 100;
/** Growth during one turn that is not the garbage collector at work. */
const GROWTH_BYTES = 32 * 2 ** 20;

/** Looks for a worker whose event loop does not turn, and asks it where it is. (design 10.3) */
export class Watchdog {
  readonly #program: string;
  #examined: WorkerProcess | undefined;
  /** Resident bytes of the worker when it was first found still; undefined while it beats. */
  #residentBefore: number | undefined;

  /**
   * @param program the module that speaks with an inspector
   * @param watched the worker to look at
   * @param suspected called before a worker is examined that seems blocked
   * @param found receives what a blocked worker is at, or undefined where it went on by itself
   */
  constructor(
    program: string,
    watched: () => WorkerProcess | undefined,
    suspected: () => void,
    found: (worker: WorkerProcess, blocked: Blocked | undefined) => void,
  ) {
    this.#program = program;
    setInterval(() => {
      const worker = watched();
      const kind = worker && this.#suspicion(worker);
      if (worker === undefined || kind === undefined || this.#examined === worker) return;
      this.#examined = worker;
      // Another process would need memory too.
      if (kind === 'blocked') suspected();
      void this.#examine(worker, kind).then((blocked) => {
        this.#examined = undefined;
        found(worker, blocked);
      });
    }, TICK_MS);
  }

  /** Whether a worker is being examined. */
  get isExamining(): boolean {
    return this.#examined !== undefined;
  }

  #suspicion({ pid, silence, settings }: WorkerProcess): Blocked['kind'] | undefined {
    const silentMs = silence?.look(performance.now()) ?? 0;
    if (!silence || !settings || settings.watchdogLimitMs === 0 || pid === undefined) return undefined;
    if (silence.isTooLong) return 'blocked';
    if (silentMs < STILL_MS) {
      this.#residentBefore = undefined;
      return undefined;
    }
    const resident = residentMemory(pid) ?? 0;
    this.#residentBefore ??= resident;
    const grew = resident - this.#residentBefore >= GROWTH_BYTES;
    return grew && resident > settings.memoryLimitBytes ? 'memory' : undefined;
  }

  async #examine(worker: WorkerProcess, kind: Blocked['kind']): Promise<Blocked | undefined> {
    const { silence } = worker;
    if (silence === undefined) return undefined;
    const silentMs = silence.silentMs;
    const findings = await examine(this.#program, worker);
    // Memory would be used up by then.
    if (kind === 'blocked') await sleep(LAST_CHANCE_MS);
    else if (!findings.frames.some(({ url }) => url.startsWith('plugin://'))) {
      // The host at work, or the garbage collector.
      this.#residentBefore = undefined;
      return undefined;
    }
    // It has beaten meanwhile.
    if (silence.silentMs < silentMs) return undefined;
    return { kind, silentMs: silence.silentMs, findings };
  }
}
