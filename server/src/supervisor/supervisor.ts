import { randomUUID } from 'node:crypto';
import type { Findings } from './examination.ts';
import { KeptPorts } from './kept-ports.ts';
import { WorkerSlot, type SlotOwner, type SlotReports } from './worker-slot.ts';
import type { LivingWorker, StopKind, WorkerIncident, WorkerReady } from './protocol.ts';
import { Relay } from './relay.ts';
import { TICK_MS } from './silence.ts';
import type { Worker, WorkerEvents } from './worker.ts';

/** Ends of workers that are kept until one records them. */
const MOST_INCIDENTS = 20;

/** Messages of the supervisor for the operator. */
export interface SupervisorEvents {
  /** The first worker serves. */
  ready(ready: WorkerReady): void;
  /** The host has ended, with the exit code to end with. */
  ended(code: number): void;
  /** A line for the operator. */
  say(line: string): void;
}

/** How workers come to be, and are asked what they are at while they are blocked. */
export interface WorkerSource<W extends Worker> {
  spawn(events: WorkerEvents): W;
  examine(worker: W): Promise<Findings>;
  sample(worker: W, forMs: number): Promise<readonly Findings[]>;
}

/**
 * Keeps the workers of a host alive: replaces those that die, all of them one after the other when
 * asked to, and stops them. (design 10.2)
 *
 * The first worker starts alone, so that the schema is there for the others; its configuration says
 * how many they are.
 */
export class Supervisor<W extends Worker> {
  readonly #source: WorkerSource<W>;
  readonly #events: SupervisorEvents;
  readonly #group = { id: randomUUID(), pid: process.pid };
  readonly #ports = new KeptPorts();
  readonly #slots: Array<WorkerSlot<W>> = [];
  readonly #workers = new Set<W>();
  readonly #relay = new Relay(this.#workers);
  /** Ends of workers that no worker has recorded yet. */
  #incidents: readonly WorkerIncident[] = [];
  /** Those that a worker is recording. */
  readonly #given = new Map<W, readonly WorkerIncident[]>();
  readonly #timer: NodeJS.Timeout;
  /** Posts that a running replacement has not reached. */
  #rolling: Array<WorkerSlot<W>> | undefined;
  #isRolledAgain = false;
  #wanted = 1;
  #replacesOnHangup = false;
  #hasServed = false;
  #isStopping = false;
  #exitCode = 0;

  constructor(source: WorkerSource<W>, events: SupervisorEvents) {
    this.#source = source;
    this.#events = events;
    this.#timer = setInterval(() => this.look(performance.now()), TICK_MS);
  }

  /** Whether SIGHUP replaces the workers, as far as is known. */
  get replacesOnHangup(): boolean {
    return this.#replacesOnHangup;
  }

  start(): void {
    this.#add().start();
  }

  /** @param now milliseconds on a clock that does not go back */
  look(now: number): void {
    for (const slot of this.#slots) slot.look(now);
  }

  /** Lets new workers take over one after the other, with new code and configuration. */
  replace(): void {
    if (this.#isStopping) return;
    if (this.#rolling !== undefined || !this.#slots.some((slot) => slot.isReady)) {
      this.#isRolledAgain = true;
      return;
    }
    const { length } = this.#slots;
    this.#events.say(
      length === 1 ? 'The worker is replaced.' : `The ${length} workers are replaced, one after the other.`,
    );
    this.#rolling = [...this.#slots];
    this.#roll();
  }

  /**
   * Lets the workers finish what is in flight.
   *
   * @param how `drain` where a balancer before the host may have to hear first
   */
  stop(how: StopKind): void {
    this.#isStopping = true;
    // Closed here too, so that the system refuses connections once the workers have closed them.
    this.#ports.retain([]);
    for (const slot of [...this.#slots]) slot.stop(how);
  }

  /** Ends the workers at once. */
  kill(): void {
    for (const worker of this.#workers) worker.kill();
  }

  #roll(): void {
    const slot = this.#rolling?.shift();
    if (slot === undefined) return this.#endRoll();
    if (this.#slots.indexOf(slot) >= this.#wanted) return this.#roll();
    slot.replace((succeeded) => {
      if (!succeeded) this.#rolling = [];
      this.#roll();
    });
  }

  #endRoll(): void {
    this.#rolling = undefined;
    if (this.#isStopping) return;
    this.#fill();
    if (!this.#isRolledAgain) return;
    this.#isRolledAgain = false;
    this.replace();
  }

  /** Adds or removes slots until there are as many as the configuration wants. */
  #fill(): void {
    for (const surplus of this.#slots.slice(this.#wanted)) surplus.stop('replaced');
    for (let count = this.#slots.length; count < this.#wanted; count += 1) this.#add().start();
  }

  #add(): WorkerSlot<W> {
    const owner: SlotOwner<W> = {
      isStopping: () => this.#isStopping,
      spawn: (reports) => this.#spawn(reports),
      begin: (worker) => this.#begin(worker),
      examine: (worker) => this.#source.examine(worker),
      sample: (worker, forMs) => this.#source.sample(worker, forMs),
      ready: (worker, ready) => this.#ready(worker, ready),
      ended: (worker) => this.#ended(worker),
      note: (incident) => this.#note([incident]),
      say: (line) => this.#events.say(line),
      empty: (code) => this.#empty(slot, code),
      refused: (code) => this.#refused(code),
      giveUp: () => this.#giveUp(),
    };
    const slot = new WorkerSlot(owner);
    this.#slots.push(slot);
    return slot;
  }

  #spawn(reports: SlotReports<W>): W {
    const worker = this.#source.spawn({
      prepared: () => reports.prepared(worker),
      opened: (place, handle) => this.#ports.keep(place, handle),
      ready: (ready) => reports.ready(worker, ready),
      relayed: (message) => this.#relay.take(worker, message),
      ended: (death) => reports.ended(worker, death),
    });
    this.#workers.add(worker);
    return worker;
  }

  #begin(worker: W): void {
    this.#replacesOnHangup = worker.settings?.replaceOnHangup ?? this.#replacesOnHangup;
    this.#given.set(worker, this.#incidents);
    const place = { number: this.#freeNumber, token: randomUUID(), group: this.#group };
    const living = [...this.#living, { number: place.number, token: place.token, pid: worker.pid }];
    worker.start({ place, ports: this.#ports, incidents: this.#incidents, living });
    this.#incidents = [];
    this.#tellLiving();
  }

  #ready(worker: W, ready: WorkerReady): void {
    this.#given.delete(worker);
    if (this.#isStopping) return;
    this.#ports.retain(ready.ports);
    this.#wanted = worker.settings?.workers ?? 1;
    if (!this.#hasServed) this.#events.ready(ready);
    else this.#events.say(`Worker ${worker.pid} serves.`);
    this.#hasServed = true;
    if (this.#rolling !== undefined) return;
    this.#fill();
    if (!this.#isRolledAgain) return;
    this.#isRolledAgain = false;
    this.replace();
  }

  #ended(worker: W): void {
    // It may not have come to record them.
    this.#note(this.#given.get(worker) ?? []);
    this.#given.delete(worker);
    this.#workers.delete(worker);
    this.#relay.ended(worker);
    this.#tellLiving();
  }

  #note(incidents: readonly WorkerIncident[]): void {
    this.#incidents = [...this.#incidents, ...incidents].slice(-MOST_INCIDENTS);
  }

  #empty(slot: WorkerSlot<W>, code: number): void {
    const index = this.#slots.indexOf(slot);
    if (index === -1) return;
    this.#slots.splice(index, 1);
    if (!this.#isStopping) return;
    this.#exitCode ||= code;
    if (this.#slots.length === 0) this.#end(this.#exitCode);
  }

  #refused(code: number): boolean {
    if (this.#hasServed) return false;
    this.#end(code);
    return true;
  }

  /** A host keeps running without one while other workers serve. */
  #giveUp(): boolean {
    if (this.#slots.some((slot) => slot.isReady)) return false;
    this.#events.say('The host ends.');
    this.#end(1);
    return true;
  }

  #end(code: number): void {
    clearInterval(this.#timer);
    this.#events.ended(code);
  }

  /** The first number that no worker has, so that one that is replaced leaves it to the next. */
  get #freeNumber(): number {
    const taken = new Set([...this.#workers].map(({ place }) => place?.number));
    let number = 1;
    while (taken.has(number)) number += 1;
    return number;
  }

  /** The workers that have begun and live, in the order in which they were spawned. */
  get #living(): LivingWorker[] {
    return [...this.#workers].flatMap(({ place, pid }) =>
      place === undefined ? [] : [{ number: place.number, token: place.token, pid }],
    );
  }

  #tellLiving(): void {
    const living = this.#living;
    for (const worker of this.#workers) worker.tellLiving(living);
  }
}
