import { applicationFrame } from './application-frame.ts';
import { NOTHING, type Findings } from './examination.ts';
import { floodingWork } from './flooding-work.ts';
import type { Blocked } from './incident-of.ts';
import { isStopped } from './is-stopped.ts';
import { residentMemory } from './resident-memory.ts';
import { TICK_MS } from './silence.ts';
import type { Worker } from './worker.ts';

/** From this silence on the memory of a worker is looked at, in milliseconds. */
const STILL_MS = 2 * TICK_MS;
/** A worker whose work is over beats within this time after it continues, in milliseconds. */
const LAST_CHANCE_MS = 100;
/** Growth during one turn that is not the garbage collector at work. */
const GROWTH_BYTES = 32 * 2 ** 20;

/** A reason to ask a worker what it is at. */
type Suspicion = 'blocked' | 'memory' | 'flooded';

/** Actions of the watchdog for a worker that seems blocked. */
export interface WatchdogActions<W> {
  /** Asks it which code it runs. */
  examine(worker: W): Promise<Findings>;
  /** Asks it the same again and again, over a time in milliseconds. */
  sample(worker: W, forMs: number): Promise<readonly Findings[]>;
  /** Called before the examination of a worker that is silent for too long. */
  suspected(): void;
  /** @param blocked undefined where it continued by itself */
  found(blocked: Blocked | undefined): void;
}

/**
 * Finds a worker whose event loop is blocked, and asks it where. Also finds one that has reported
 * its memory as full, and one whose loop turns, but only slowly and for one work. (design 10.3)
 */
export class Watchdog<W extends Worker> {
  readonly #worker: W;
  readonly #actions: WatchdogActions<W>;
  #isExamining = false;
  /** Resident bytes of the worker before it stood still. */
  #residentBefore: number | undefined;

  constructor(worker: W, actions: WatchdogActions<W>) {
    this.#worker = worker;
    this.#actions = actions;
  }

  /** Whether the worker is being examined. */
  get isExamining(): boolean {
    return this.#isExamining;
  }

  /**
   * Looks at the worker; to be called every {@link TICK_MS}.
   *
   * @param now milliseconds on a clock that does not go back
   */
  look(now: number): void {
    const kind = this.#suspicion(now);
    if (this.#isExamining || this.#isFull() || kind === undefined) return;
    this.#isExamining = true;
    // Another process would need memory too.
    if (kind === 'blocked') this.#actions.suspected();
    void (kind === 'flooded' ? this.#sample() : this.#examine(kind)).then((blocked) => {
      this.#isExamining = false;
      this.#actions.found(blocked);
    });
  }

  /** A full worker needs no examination: it has already named what fills its memory. */
  #isFull(): boolean {
    const { full, isStopping, settings } = this.#worker;
    if (full === undefined || isStopping || !settings?.watchdogLimitMs) return false;
    this.#isExamining = true;
    const { residentBytes, underWay, suspects } = full;
    const findings = { frames: [], underWay };
    this.#actions.suspected();
    const inside = underWay?.application;
    this.#actions.found({
      kind: 'memory',
      silentMs: 0,
      findings,
      inside,
      outsideBytes: residentBytes,
      suspects,
    });
    return true;
  }

  #suspicion(now: number): Suspicion | undefined {
    const { pid, settings, silence, strain, isReady, isStopping } = this.#worker;
    const silentMs = silence?.look(now) ?? 0;
    if (!silence || !settings || settings.watchdogLimitMs === 0 || pid === undefined) return undefined;
    if (silence.isTooLong) return 'blocked';
    if (isReady && !isStopping && strain.ms >= settings.watchdogLimitMs) return 'flooded';
    const resident = residentMemory(pid) ?? this.#worker.still?.residentBytes;
    if (resident === undefined || silentMs < STILL_MS) {
      this.#residentBefore = resident;
      return undefined;
    }
    this.#residentBefore ??= resident;
    const grew = resident - this.#residentBefore >= GROWTH_BYTES;
    return grew && resident > settings.memoryLimitBytes ? 'memory' : undefined;
  }

  /** The limit has made it suspicious; samples over the same time once more are the proof. */
  async #sample(): Promise<Blocked | undefined> {
    const { settings, silence, strain } = this.#worker;
    const limitMs = settings?.watchdogLimitMs ?? 0;
    const samples = await this.#actions.sample(this.#worker, limitMs).catch(() => []);
    const findings = floodingWork(samples, limitMs);
    const { ms: silentMs, turnMs } = strain;
    strain.end();
    if (findings === undefined || silentMs < limitMs || silence?.isTooLong !== false) return undefined;
    return { kind: 'blocked', silentMs, turnMs, findings, inside: undefined };
  }

  async #examine(kind: Exclude<Suspicion, 'flooded'>): Promise<Blocked | undefined> {
    const { pid, silence } = this.#worker;
    if (silence === undefined) return undefined;
    const silentMs = silence.silentMs;
    const inside = this.#worker.still?.inside ?? undefined;
    // One that ends meanwhile has no process to ask; what is thrown here would end the supervisor.
    const findings = await this.#actions.examine(this.#worker).catch(() => NOTHING);
    // Memory would be used up by then.
    if (kind === 'blocked') await new Promise((passed) => setTimeout(passed, LAST_CHANCE_MS));
    else if (applicationFrame(findings.frames) === undefined) {
      // The host at work, or the garbage collector.
      this.#residentBefore = undefined;
      return undefined;
    }
    // It has beaten meanwhile.
    if (silence.silentMs < silentMs) return undefined;
    if (pid !== undefined && isStopped(pid))
      return { kind: 'killed', silentMs: silence.silentMs, findings: NOTHING, inside: undefined };
    return { kind, silentMs: silence.silentMs, findings, inside };
  }
}
