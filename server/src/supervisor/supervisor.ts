import { Deaths } from './deaths.ts';
import { incidentOf, type Blocked } from './incident-of.ts';
import { KeptPorts } from './kept-ports.ts';
import type { WorkerIncident, WorkerReady } from './protocol.ts';
import { Watchdog } from './watchdog.ts';
import { WorkerProcess, type Death } from './worker-process.ts';

/** Ends of workers that are kept until one records them. */
const MOST_INCIDENTS = 20;

/** What the supervisor tells whoever runs it. */
export interface SupervisorEvents {
  /** The first worker serves. */
  ready(ready: WorkerReady): void;
  /** The host has ended, with the exit code to end with. */
  ended(code: number): void;
  /** A line for the operator. */
  say(line: string): void;
}

/** Modules that processes of the supervisor run. */
export interface Programs {
  /** The host. */
  readonly worker: string;
  /** What speaks with the inspector of a blocked worker. */
  readonly examiner: string;
}

/**
 * Keeps one worker alive: replaces it when it dies or when asked to, and stops it. (design 10.2)
 *
 * Two workers never run on the same data: the next one loads its code and configuration, and begins
 * when the former one has ended.
 */
export class Supervisor {
  readonly #programs: Programs;
  readonly #events: SupervisorEvents;
  readonly #watchdog: Watchdog;
  readonly #ports = new KeptPorts();
  readonly #deaths = new Deaths();
  /** The worker that serves, starts or stops; none during a pause. */
  #current: WorkerProcess | undefined;
  /** The worker that takes over from the current one. */
  #next: WorkerProcess | undefined;
  #pause: NodeJS.Timeout | undefined;
  /** Ends of workers that no worker has recorded yet. */
  #incidents: WorkerIncident[] = [];
  /** What the watchdog has found, until the worker has ended. */
  #blocked: Blocked | undefined;
  #hasServed = false;
  #isStopping = false;
  #isReplacedAgain = false;

  constructor(programs: Programs, events: SupervisorEvents) {
    this.#programs = programs;
    this.#events = events;
    this.#watchdog = new Watchdog(
      programs.examiner,
      () => this.#current,
      () => this.#suspected(),
      (worker, blocked) => this.#examined(worker, blocked),
    );
  }

  /** Whether SIGHUP replaces the worker, as far as is known. */
  get replacesOnHangup(): boolean {
    return this.#current?.settings?.replaceOnHangup ?? this.#hasServed;
  }

  start(): void {
    this.#current = this.#spawn();
  }

  /** Lets a new worker take over, with new code and configuration. */
  replace(): void {
    if (this.#isStopping) return;
    if (this.#next !== undefined || this.#current?.isReady !== true) {
      this.#isReplacedAgain = true;
      return;
    }
    this.#events.say('The worker is replaced.');
    this.#next = this.#spawn();
  }

  /** Lets the worker finish what is in flight. */
  stop(): void {
    this.#isStopping = true;
    clearTimeout(this.#pause);
    // Closed here too, so that connections are refused from now on.
    this.#ports.retain([]);
    this.#next?.kill();
    if (this.#current === undefined) return this.#events.ended(0);
    this.#current.stop();
  }

  /** Ends the workers at once. */
  kill(): void {
    this.#next?.kill();
    this.#current?.kill();
  }

  #spawn(): WorkerProcess {
    const worker = new WorkerProcess(this.#programs.worker, {
      prepared: () => this.#prepared(worker),
      opened: (place, handle) => this.#ports.keep(place, handle),
      ready: (ready) => this.#ready(ready),
      ended: (death) => this.#ended(worker, death),
    });
    return worker;
  }

  #prepared(worker: WorkerProcess): void {
    if (worker === this.#current) this.#begin(worker);
    else if (!this.#watchdog.isExamining) this.#current?.stop();
  }

  #begin(worker: WorkerProcess): void {
    worker.start(this.#ports, this.#incidents);
  }

  /** The next worker loads its code while the current one is examined. */
  #suspected(): void {
    if (!this.#isStopping) this.#next ??= this.#spawn();
  }

  #examined(worker: WorkerProcess, blocked: Blocked | undefined): void {
    if (worker !== this.#current) return;
    if (blocked !== undefined) {
      this.#blocked = blocked;
      worker.kill();
      return;
    }
    this.#events.say(`Worker ${worker.pid} held its event loop, and goes on.`);
    this.#next?.kill();
    worker.undebug();
  }

  #ready(ready: WorkerReady): void {
    if (this.#isStopping) return;
    this.#ports.retain(ready.ports);
    // It has recorded those that it began with.
    this.#incidents = [];
    if (!this.#hasServed) this.#events.ready(ready);
    else this.#events.say(`Worker ${this.#current?.pid} serves.`);
    this.#hasServed = true;
    if (!this.#isReplacedAgain) return;
    this.#isReplacedAgain = false;
    this.replace();
  }

  #ended(worker: WorkerProcess, death: Death): void {
    if (worker === this.#next) {
      this.#next = undefined;
      if (!this.#isStopping) this.#events.say(`The new worker ${howItEnded(death)}. The former one goes on.`);
      return;
    }
    this.#current = undefined;
    const blocked = this.#blocked;
    this.#blocked = undefined;
    if (this.#isStopping) return this.#events.ended(blocked ? 1 : (death.code ?? 1));
    const isExpected = worker.isStopping && blocked === undefined;
    if (!isExpected && !death.isRefusal) this.#note(incidentOf(death, blocked));
    if (this.#next !== undefined) return this.#handOver(this.#next);
    if (blocked !== undefined) return this.start();
    if (!this.#hasServed && death.isRefusal) return this.#events.ended(death.code ?? 1);
    const pause = this.#deaths.note(performance.now(), death.servedMs);
    if (pause === undefined) {
      this.#events.say(
        `Worker ${worker.pid} ${howItEnded(death)}, the fifth in a minute before it served. Its lines above show why. The host ends.`,
      );
      return this.#events.ended(1);
    }
    const when = pause === 0 ? 'now' : `in ${pause / 1_000} s`;
    this.#events.say(`Worker ${worker.pid} ${howItEnded(death)}. It is replaced ${when}.`);
    this.#pause = setTimeout(() => this.start(), pause);
  }

  #note(incident: WorkerIncident): void {
    this.#incidents = [...this.#incidents, incident].slice(-MOST_INCIDENTS);
    if (incident.kind === 'blocked' || incident.kind === 'memory')
      this.#events.say(`Worker ${incident.pid}: ${incident.message} It is replaced now.`);
  }

  #handOver(next: WorkerProcess): void {
    this.#next = undefined;
    this.#current = next;
    if (next.settings !== undefined) this.#begin(next);
  }
}

const howItEnded = ({ code, signal }: Death): string =>
  signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
