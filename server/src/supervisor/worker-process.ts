import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { PortHandle } from './kept-ports.ts';
import {
  WATCHER_DESCRIPTOR,
  type FromWorker,
  type LivingWorker,
  type OutsideMemoryFull,
  type StillReport,
  type StopKind,
  type ToWorker,
  type WorkerPlace,
  type WorkerSettings,
} from './protocol.ts';
import { Silence } from './silence.ts';
import { StandardError } from './standard-error.ts';
import { Strain } from './strain.ts';
import { readStillReports } from './still-reports.ts';
import type { Beginning, Worker, WorkerEvents } from './worker.ts';

/** Time for the last lines of a process that has ended, in milliseconds. */
const LAST_LINES_MS = 200;

/** A worker leads a group of processes: it cannot end those that it has started if it is killed. */
const HAS_GROUPS = process.platform !== 'win32';

/** The process of one worker. */
export class WorkerProcess implements Worker {
  readonly standardError: StandardError;
  readonly strain = new Strain();
  readonly #child: ChildProcess;
  readonly #events: WorkerEvents;
  readonly #atWork = new Set<string>();
  #place: WorkerPlace | undefined;
  #settings: WorkerSettings | undefined;
  #silence: Silence | undefined;
  #still: StillReport | undefined;
  #full: OutsideMemoryFull | undefined;
  #loading: readonly string[] = [];
  #isRefusal = false;
  #isStopping = false;
  #inspector: string | undefined;
  #readyAt: number | undefined;
  #limit: NodeJS.Timeout | undefined;

  /** @param program the module that runs the host */
  constructor(program: string, events: WorkerEvents) {
    this.#events = events;
    // A debugger of this process has its port already; that of a worker is free to choose.
    const flags = process.execArgv.filter((flag) => !flag.startsWith('--inspect'));
    const child = spawn(
      process.execPath,
      [...flags, '--inspect-port=127.0.0.1:0', program, ...process.argv.slice(2)],
      { stdio: ['ignore', 'inherit', 'pipe', 'ipc', 'pipe'], detached: HAS_GROUPS },
    );
    this.#child = child;
    this.standardError = new StandardError(child.stderr as Readable);
    child.on('message', (message, handle) => {
      try {
        this.#take(message as FromWorker, handle as PortHandle);
      } catch (error) {
        // Other code has sent it. It must not end this process, and all workers with it.
        process.stderr.write(`[supervisor] Worker ${child.pid} sent what is no message: ${String(error)}\n`);
      }
    });
    readStillReports(child.stdio[WATCHER_DESCRIPTOR] as Readable, (report) => (this.#still = report));
    child.once('exit', (code, signal) => {
      endGroup(child.pid);
      // Processes that it has started may keep its standard error open.
      const end = setTimeout(() => this.#end(code, signal), LAST_LINES_MS);
      child.once('close', () => {
        clearTimeout(end);
        this.#end(code, signal);
      });
    });
    child.once('error', (error) => {
      process.stderr.write(`[supervisor] ${process.execPath} cannot be started: ${error.message}\n`);
      if (child.pid === undefined) this.#end(1, null);
    });
  }

  get place(): WorkerPlace | undefined {
    return this.#place;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get settings(): WorkerSettings | undefined {
    return this.#settings;
  }

  get isReady(): boolean {
    return this.#readyAt !== undefined;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Address of its inspector, from when the supervisor has opened it until it is closed. */
  get inspector(): string | undefined {
    return this.#inspector;
  }

  set inspector(address: string) {
    this.#inspector = address;
  }

  get still(): StillReport | undefined {
    return this.#still;
  }

  get full(): OutsideMemoryFull | undefined {
    return this.#full;
  }

  get silence(): Silence | undefined {
    return this.#silence;
  }

  start({ place: own, ports, incidents, living }: Beginning): void {
    this.#place = own;
    for (const { place, handle } of ports) this.#send({ type: 'port', place }, handle);
    this.tellLiving(living);
    this.#send({ type: 'start', place: own, incidents, relays: true });
  }

  tellLiving(workers: readonly LivingWorker[]): void {
    this.#send({ type: 'living', tokens: workers.map(({ token }) => token), workers });
  }

  tell(message: ToWorker): void {
    this.#send(message);
  }

  stop(how: StopKind): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const isReplaced = how === 'replaced';
    const isFollowed = isReplaced || how === 'handover';
    this.#send({ type: 'stop', drains: how === 'drain', isReplaced, isFollowed });
    const limit = this.#settings?.stopLimitMs;
    if (limit !== undefined) this.#limit = setTimeout(() => this.kill(), limit);
  }

  undebug(): void {
    this.#send({ type: 'undebug' });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #send(message: ToWorker, handle?: PortHandle): void {
    // It may have ended a moment ago, which its end tells.
    this.#child.send(message, handle, { keepOpen: true }, () => undefined);
  }

  #take(message: FromWorker, handle: PortHandle): void {
    switch (message.type) {
      case 'prepared':
        this.#settings = message.settings;
        return this.#events.prepared();
      case 'opened':
        return this.#events.opened(message.place, handle);
      case 'ready':
        this.#readyAt = performance.now();
        return this.#events.ready(message.ready);
      case 'beat':
        this.#still = undefined;
        this.#atWork.clear();
        for (const application of message.atWork) this.#atWork.add(application);
        this.#silence ??= new Silence(this.#settings?.watchdogLimitMs ?? 0, performance.now());
        // A debugger of a developer, not of the supervisor.
        this.#silence.end(message.isDebugged && this.#inspector === undefined);
        if (message.isDebugged && this.#inspector === undefined) this.strain.end();
        else if (message.load !== undefined) this.strain.add(message.load);
        if (!message.isDebugged) this.#inspector = undefined;
        return;
      case 'entered':
        return void this.#atWork.add(message.application);
      case 'loading':
        this.#loading = message.applications;
        return;
      case 'post':
      case 'leave':
      case 'read':
      case 'fold':
        return this.#events.relayed(message);
      case 'busy':
        return this.#silence?.allow(message.limitMs);
      case 'full':
        this.#full = message.facts;
        return;
      case 'refused':
        this.#isRefusal = true;
    }
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#limit);
    this.#events.ended({
      worker: this.#place?.number ?? 0,
      pid: this.pid,
      code,
      signal,
      isRefusal: this.#isRefusal,
      servedMs: this.#readyAt === undefined ? undefined : performance.now() - this.#readyAt,
      atWork: [...this.#atWork],
      loading: this.#loading,
      inside: this.#still?.inside ?? undefined,
      lastWords: this.standardError.tail,
    });
  }
}

/** Ends processes that applications of an ended worker have started, and nobody waits for. */
function endGroup(pid: number | undefined): void {
  if (!HAS_GROUPS || pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has left none.
  }
}
