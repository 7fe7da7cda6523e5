import type { KeptPorts, PortHandle } from './kept-ports.ts';
import type {
  LivingWorker,
  OutsideMemoryFull,
  PortPlace,
  RelayedMessage,
  StillReport,
  StopKind,
  ToWorker,
  WorkerIncident,
  WorkerPlace,
  WorkerReady,
  WorkerSettings,
} from './protocol.ts';
import type { Silence } from './silence.ts';
import type { Strain } from './strain.ts';

/** How a worker ended. */
export interface Death {
  /** Number of the worker; 0 where it never began. */
  readonly worker: number;
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It could not start, and has said why. */
  readonly isRefusal: boolean;
  /** For how long it served, in milliseconds; undefined if it never was ready. */
  readonly servedMs: number | undefined;
  /** Codes of the applications that were at work. */
  readonly atWork: readonly string[];
  /** Applications that were being loaded, each as `<code>@<version>`. */
  readonly loading: readonly string[];
  /** The application in whose synchronous work it stood still; undefined while it turned. */
  readonly inside: string | undefined;
  /** The end of its standard error. */
  readonly lastWords: string;
}

/** Reports of a live worker. */
export interface WorkerEvents {
  prepared(): void;
  opened(place: PortPlace, handle: PortHandle): void;
  ready(ready: WorkerReady): void;
  /** It has a message for others. */
  relayed(message: RelayedMessage): void;
  ended(death: Death): void;
}

/** Initial settings of a worker. */
export interface Beginning {
  readonly place: WorkerPlace;
  /** Those of earlier workers. */
  readonly ports: KeptPorts;
  /** The ends of earlier workers. */
  readonly incidents: readonly WorkerIncident[];
  /** The workers that live, the oldest first. */
  readonly living: readonly LivingWorker[];
}

/** One worker, as the supervisor deals with it. */
export interface Worker {
  /** Its place, once it begins. */
  readonly place: WorkerPlace | undefined;
  readonly pid: number | undefined;
  /** Its settings, once it is prepared. */
  readonly settings: WorkerSettings | undefined;
  readonly isReady: boolean;
  /** Whether it was asked to stop. */
  readonly isStopping: boolean;
  /** The last that its watcher told; undefined while it beats, or without one. */
  readonly still: StillReport | undefined;
  /** Facts about its memory, once that is used up. */
  readonly full: OutsideMemoryFull | undefined;
  /** Undefined until it beats. */
  readonly silence: Silence | undefined;
  readonly strain: Strain;
  /** Lets it open the database. */
  start(beginning: Beginning): void;
  tellLiving(workers: readonly LivingWorker[]): void;
  /** Sends it a message, which is lost where it has ended. */
  tell(message: Extract<ToWorker, { type: 'post' | 'left' }>): void;
  /** Asks it to finish in-flight requests and exit, and kills it if it does not. */
  stop(how: StopKind): void;
  /** Tells it that its inspector is no longer needed. */
  undebug(): void;
  kill(): void;
}
