import { RestartPolicy, LONGEST_PAUSE_MS } from './restart-policy.ts';
import type { Findings } from './examination.ts';
import { culpritsOf, incidentOf, type Blocked } from './incident-of.ts';
import type { StopKind, WorkerIncident, WorkerReady } from './protocol.ts';
import { Watchdog } from './watchdog.ts';
import type { Death, Worker } from './worker.ts';

/** Events of a slot's workers. */
export interface SlotReports<W> {
  prepared(worker: W): void;
  ready(worker: W, ready: WorkerReady): void;
  ended(worker: W, death: Death): void;
}

/** Dependencies of a slot. */
export interface SlotOwner<W> {
  isStopping(): boolean;
  spawn(reports: SlotReports<W>): W;
  /** Lets a worker open the database. */
  begin(worker: W): void;
  examine(worker: W): Promise<Findings>;
  sample(worker: W, forMs: number): Promise<readonly Findings[]>;
  ready(worker: W, ready: WorkerReady): void;
  ended(worker: W): void;
  note(incident: WorkerIncident): void;
  say(line: string): void;
  /** The slot has no worker any more, after it was stopped. */
  empty(code: number): void;
  /** A worker refuses to start. @returns false where the host continues without it for now */
  refused(code: number): boolean;
  /** Workers die before they serve. @returns false where the host continues without one for now */
  giveUp(): boolean;
}

/**
 * The place of one worker, which is kept filled: a worker that dies is replaced, and so is one that
 * serves when asked to. (design 10.2)
 *
 * Where workers may not serve side by side, the next one loads its code and configuration, and
 * begins when the former one has ended.
 */
export class WorkerSlot<W extends Worker> {
  readonly #owner: SlotOwner<W>;
  readonly #restarts = new RestartPolicy();
  readonly #watchdogs = new Map<W, Watchdog<W>>();
  /** Finding of the watchdog, kept until the worker has ended. */
  readonly #blocked = new Map<W, Blocked>();
  readonly #begun = new WeakSet<W>();
  /** The worker that serves, starts or stops; none during a pause. */
  #current: W | undefined;
  /** The worker that takes over from the current one. */
  #next: W | undefined;
  /** Workers that another one has replaced while they finish. */
  readonly #retiring = new Set<W>();
  #pause: NodeJS.Timeout | undefined;
  /** Told when the replacement that was asked for is over. */
  #replaced: ((succeeded: boolean) => void) | undefined;
  /** The last worker that took over from one that has ended. */
  #successor: W | undefined;
  #isClosed = false;
  #exitCode = 0;

  constructor(owner: SlotOwner<W>) {
    this.#owner = owner;
  }

  get workers(): W[] {
    return [...this.#watchdogs.keys()];
  }

  get isReady(): boolean {
    return this.#current?.isReady === true;
  }

  start(): void {
    this.#current = this.#spawn();
  }

  /** Looks at its workers; to be called every `TICK_MS`. */
  look(now: number): void {
    for (const watchdog of this.#watchdogs.values()) watchdog.look(now);
  }

  /**
   * Lets a new worker take over, with new code and configuration.
   *
   * @param replaced told whether it did, once the former one has ended
   */
  replace(replaced: (succeeded: boolean) => void): void {
    // A worker that is started later has the new code anyway.
    if (this.#current === undefined) return replaced(true);
    this.#replaced = replaced;
    this.#successor = undefined;
    if (!this.#current.isReady) return;
    this.#next ??= this.#spawn();
    this.#proceed();
  }

  /** Lets its workers finish what is in flight; nobody takes their place. */
  stop(how: StopKind): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    this.#next?.kill();
    this.#current?.stop(how);
    if (this.#watchdogs.size === 0) this.#owner.empty(0);
  }

  kill(): void {
    for (const worker of this.#watchdogs.keys()) worker.kill();
  }

  #spawn(): W {
    const worker = this.#owner.spawn({
      prepared: (prepared) => this.#prepared(prepared),
      ready: (ready, facts) => this.#ready(ready, facts),
      ended: (ended, death) => this.#ended(ended, death),
    });
    const watchdog = new Watchdog(worker, {
      examine: (examined) => this.#owner.examine(examined),
      sample: (sampled, forMs) => this.#owner.sample(sampled, forMs),
      suspected: () => this.#suspected(worker),
      found: (blocked) => this.#examined(worker, blocked),
    });
    this.#watchdogs.set(worker, watchdog);
    return worker;
  }

  #begin(worker: W): void {
    if (this.#begun.has(worker)) return;
    this.#begun.add(worker);
    this.#owner.begin(worker);
  }

  #prepared(worker: W): void {
    if (worker === this.#current) this.#begin(worker);
    else this.#proceed();
  }

  /** Goes on with a replacement that was asked for, once the next worker has loaded its code. */
  #proceed(): void {
    const current = this.#current;
    const next = this.#next;
    if (this.#replaced === undefined || next?.settings === undefined || current === undefined) return;
    if (this.#watchdogs.get(current)?.isExamining === true) return;
    if (next.settings.overlaps && current.settings?.overlaps === true) this.#begin(next);
    else current.stop('handover');
  }

  /** The next worker loads its code while the current one is examined. */
  #suspected(worker: W): void {
    if (worker === this.#current && !this.#isClosed) this.#next ??= this.#spawn();
  }

  #examined(worker: W, blocked: Blocked | undefined): void {
    if (!this.#watchdogs.has(worker)) return;
    if (blocked !== undefined) {
      this.#blocked.set(worker, blocked);
      worker.kill();
      return;
    }
    this.#owner.say(`Worker ${worker.pid} kept its event loop busy, and continues.`);
    worker.undebug();
    if (worker !== this.#current) return;
    if (this.#replaced === undefined) this.#next?.kill();
    else this.#proceed();
  }

  #ready(worker: W, ready: WorkerReady): void {
    if (this.#isClosed) return;
    const former = this.#current;
    if (worker === this.#next && former !== undefined) {
      this.#next = undefined;
      this.#current = worker;
      this.#retiring.add(former);
      former.stop('replaced');
      return this.#owner.ready(worker, ready);
    }
    this.#owner.ready(worker, ready);
    if (this.#replaced === undefined) return;
    if (this.#successor === worker) this.#endReplacement(true);
    else this.replace(this.#replaced);
  }

  #endReplacement(succeeded: boolean): void {
    const replaced = this.#replaced;
    this.#replaced = undefined;
    replaced?.(succeeded);
  }

  #ended(worker: W, death: Death): void {
    const blocked = this.#blocked.get(worker);
    this.#blocked.delete(worker);
    this.#watchdogs.delete(worker);
    this.#owner.ended(worker);
    const isExpected = worker.isStopping && blocked === undefined;
    const isNext = worker === this.#next;
    if (isNext ? blocked !== undefined : !isExpected && !death.isRefusal && !this.#owner.isStopping())
      this.#note(incidentOf(death, blocked), blocked !== undefined);
    if (this.#isClosed) {
      if (!isNext) this.#exitCode = blocked ? 1 : (death.code ?? 1);
      if (this.#watchdogs.size === 0) this.#owner.empty(this.#exitCode);
      return;
    }
    if (isNext) return this.#nextEnded(death);
    if (this.#retiring.delete(worker)) return this.#endReplacement(true);
    this.#current = undefined;
    if (this.#next !== undefined) return this.#handOver(this.#next);
    this.#fill(worker, death, blocked);
  }

  #nextEnded(death: Death): void {
    this.#next = undefined;
    this.#owner.say(`The new worker ${howItEnded(death)}. The former one keeps serving.`);
    this.#endReplacement(false);
  }

  #handOver(next: W): void {
    this.#next = undefined;
    this.#current = next;
    this.#successor = next;
    if (next.settings !== undefined) this.#begin(next);
  }

  #fill(worker: W, death: Death, blocked: Blocked | undefined): void {
    // The one that is started now has the new code.
    this.#endReplacement(true);
    if (blocked !== undefined) return this.start();
    if (death.isRefusal && this.#owner.refused(death.code ?? 1)) return;
    const culprits = culpritsOf(incidentOf(death, blocked), death);
    let pause = this.#restarts.note(performance.now(), death.servedMs, culprits);
    if (pause === undefined) {
      this.#owner.say(
        `Worker ${worker.pid} ${howItEnded(death)}, the fifth in a minute before it served. Its lines above show why.`,
      );
      if (this.#owner.giveUp()) return;
      pause = LONGEST_PAUSE_MS;
    }
    const when = pause === 0 ? 'now' : `in ${pause / 1_000} s`;
    this.#owner.say(`Worker ${worker.pid} ${howItEnded(death)}. It is replaced ${when}.`);
    this.#pause = setTimeout(() => this.start(), pause);
  }

  #note(incident: WorkerIncident, isFound: boolean): void {
    this.#owner.note(incident);
    if (isFound || incident.kind === 'memory')
      this.#owner.say(`Worker ${incident.pid}: ${incident.message} It is replaced now.`);
  }
}

const howItEnded = ({ code, signal }: Death): string =>
  signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
