import type { PortHandle } from '../kept-ports.ts';
import type {
  LivingWorker,
  OutsideMemoryFull,
  RelayedMessage,
  StillReport,
  StopKind,
  ToWorker,
  WorkerPlace,
  WorkerSettings,
} from '../protocol.ts';
import { Silence } from '../silence.ts';
import { Strain } from '../strain.ts';
import type { Beginning, Death, Worker, WorkerEvents } from '../worker.ts';

/** A worker of which a test decides when it does what. */
export class FakeWorker implements Worker {
  place: WorkerPlace | undefined;
  readonly pid: number;
  settings: WorkerSettings | undefined;
  silence: Silence | undefined;
  readonly strain = new Strain();
  still: StillReport | undefined;
  full: OutsideMemoryFull | undefined;
  isReady = false;
  isStopping = false;
  hasEnded = false;
  stopped: StopKind | undefined;
  beginning: Beginning | undefined;
  living: readonly string[] = [];
  readonly told: ToWorker[] = [];
  readonly #events: WorkerEvents;

  constructor(pid: number, events: WorkerEvents) {
    this.pid = pid;
    this.#events = events;
  }

  start(beginning: Beginning): void {
    this.place = beginning.place;
    this.beginning = beginning;
  }

  tellLiving(workers: readonly LivingWorker[]): void {
    this.living = workers.map(({ token }) => token);
  }

  tell(message: ToWorker): void {
    this.told.push(message);
  }

  /** It has opened a port. @returns whether that is still open */
  open(key: string): () => boolean {
    let isOpen = true;
    const handle = { close: () => void (isOpen = false) } as PortHandle;
    this.#events.opened({ key, port: 0, host: '127.0.0.1' }, handle);
    return () => isOpen;
  }

  /** It has a message for others. */
  relay(message: RelayedMessage): void {
    this.#events.relayed(message);
  }

  stop(how: StopKind): void {
    this.isStopping = true;
    this.stopped = how;
  }

  undebug(): void {}

  kill(): void {
    this.end({ signal: 'SIGKILL' });
  }

  /** It has loaded code and configuration. */
  prepare(settings: Partial<WorkerSettings> = {}): this {
    this.settings = {
      workers: 1,
      overlaps: true,
      replaceOnHangup: true,
      stopLimitMs: 1_000,
      watchdogLimitMs: 1_000,
      memoryLimitBytes: Number.POSITIVE_INFINITY,
      ...settings,
    };
    this.silence = new Silence(this.settings.watchdogLimitMs, 0);
    this.#events.prepared();
    return this;
  }

  serve(): this {
    this.isReady = true;
    this.#events.ready({ api: 'http://api', frontend: undefined, ports: [] });
    return this;
  }

  /** It ends: with code 0 where nothing else is said. */
  end({ code = null, signal = null, isRefusal = false, ...facts }: Partial<Death> = {}): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#events.ended({
      worker: this.place?.number ?? 0,
      pid: this.pid,
      code: signal === null ? (code ?? 0) : null,
      signal,
      isRefusal,
      servedMs: this.isReady ? 60_000 : undefined,
      atWork: [],
      loading: [],
      inside: undefined,
      lastWords: '',
      ...facts,
    });
  }
}
