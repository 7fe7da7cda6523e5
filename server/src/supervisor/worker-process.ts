import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { KeptPorts, PortHandle } from './kept-ports.ts';
import type {
  FromWorker,
  PortPlace,
  ToWorker,
  WorkerIncident,
  WorkerReady,
  WorkerSettings,
} from './protocol.ts';
import { Silence } from './silence.ts';
import { StandardError } from './standard-error.ts';

/** Time for the last lines of a process that has ended, in milliseconds. */
const LAST_LINES_MS = 200;

/** How a worker ended. */
export interface Death {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It could not start, and has said why. */
  readonly isRefusal: boolean;
  /** For how long it served, in milliseconds; undefined if it never was ready. */
  readonly servedMs: number | undefined;
  /** Codes of the applications that were at work. */
  readonly atWork: readonly string[];
  /** The end of its standard error. */
  readonly lastWords: string;
}

/** What a worker reports while it lives. */
export interface WorkerEvents {
  prepared(): void;
  opened(place: PortPlace, handle: PortHandle): void;
  ready(ready: WorkerReady): void;
  ended(death: Death): void;
}

/** The process of one worker. */
export class WorkerProcess {
  readonly standardError: StandardError;
  readonly #child: ChildProcess;
  readonly #events: WorkerEvents;
  readonly #atWork = new Set<string>();
  #settings: WorkerSettings | undefined;
  #silence: Silence | undefined;
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
      { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] },
    );
    this.#child = child;
    this.standardError = new StandardError(child.stderr as Readable);
    child.on('message', (message, handle) => this.#take(message as FromWorker, handle as PortHandle));
    child.once('exit', (code, signal) => {
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

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Its settings, once it is prepared. */
  get settings(): WorkerSettings | undefined {
    return this.#settings;
  }

  get isReady(): boolean {
    return this.#readyAt !== undefined;
  }

  /** Whether it was asked to stop. */
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

  /** Undefined until it beats. */
  get silence(): Silence | undefined {
    return this.#silence;
  }

  /**
   * Lets it open the database.
   *
   * @param ports those of earlier workers
   * @param incidents the ends of earlier workers
   */
  start(ports: KeptPorts, incidents: readonly WorkerIncident[]): void {
    for (const { place, handle } of ports) this.#send({ type: 'port', place }, handle);
    this.#send({ type: 'start', incidents });
  }

  /** Asks it to finish what is in flight and to end; kills it where it does not. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#send({ type: 'stop' });
    const limit = this.#settings?.stopLimitMs;
    if (limit !== undefined) this.#limit = setTimeout(() => this.kill(), limit);
  }

  /** Tells it that its inspector is no longer needed. */
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
        this.#atWork.clear();
        for (const application of message.atWork) this.#atWork.add(application);
        this.#silence ??= new Silence(this.#settings?.watchdogLimitMs ?? 0, performance.now());
        // A debugger of a developer, not of the supervisor.
        this.#silence.end(message.isDebugged && this.#inspector === undefined);
        if (!message.isDebugged) this.#inspector = undefined;
        return;
      case 'entered':
        return void this.#atWork.add(message.application);
      case 'busy':
        return this.#silence?.allow(message.limitMs);
      case 'refused':
        this.#isRefusal = true;
    }
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#limit);
    this.#events.ended({
      pid: this.pid,
      code,
      signal,
      isRefusal: this.#isRefusal,
      servedMs: this.#readyAt === undefined ? undefined : performance.now() - this.#readyAt,
      atWork: [...this.#atWork],
      lastWords: this.standardError.tail,
    });
  }
}
