/** Where a server listens, as configured. */
export interface PortPlace {
  /** Configuration key of the port, such as `server.port`. */
  readonly key: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
}

/** Effective values of the worker's configuration: the supervisor reads none itself. */
export interface WorkerSettings {
  /** How many workers the host has. */
  readonly workers: number;
  /** It may serve beside others: what they share is outside of the processes. */
  readonly overlaps: boolean;
  /** SIGHUP replaces the workers; otherwise it stops the host. */
  readonly replaceOnHangup: boolean;
  /** Milliseconds within which a worker that was asked to stop ends. */
  readonly stopLimitMs: number;
  /** Silence in milliseconds after which it counts as blocked; 0 never. */
  readonly watchdogLimitMs: number;
  /**
   * Resident bytes above which a silent worker is about to end for lack of memory, and those
   * besides V8's heap of one that turns.
   */
  readonly memoryLimitBytes: number;
}

/** One frame of a stack, in the code that ran. */
export interface StackFrame {
  readonly function: string;
  /** URL of an application's module: `plugin://<code>@<version>/<file>`. */
  readonly url: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** Work in flight in a worker. */
export interface WorkUnderWay {
  readonly application: string | undefined;
  readonly requestId: string | undefined;
  /**
   * The same number for all that follows from one request, also where the client chose its id; 0
   * outside of requests.
   */
  readonly work?: number;
  /**
   * Age of its request, in milliseconds, where the work outlives the answer; 0 before the answer
   * and outside of requests.
   */
  readonly outlivedMs?: number;
}

/** The event loop since the last beat. */
export interface LoopLoad {
  readonly sinceMs: number;
  /** Share of that time in which it was not idle, from 0 to 1. */
  readonly busyShare: number;
  /** Time of one turn: others wait as long. */
  readonly turnMs: number;
}

/** The memory outside of V8's heap has grown to its limit while the event loop turns. */
export interface OutsideMemoryFull {
  /** Resident bytes besides the heap. */
  readonly residentBytes: number;
  /** The work whose application most of the growth was for; undefined where none is known. */
  readonly underWay: WorkUnderWay | undefined;
  /**
   * Codes of the applications that some of the growth was for; none where threads or native code
   * keep it. Missing where the worker is of an earlier version.
   */
  readonly suspects?: readonly string[];
}

/** A worker among those of its supervisor. */
export interface WorkerPlace {
  /** From 1; no two workers that live have the same one. */
  readonly number: number;
  /** Unique for each process. */
  readonly token: string;
  /** The supervisor. */
  readonly group: { readonly id: string; readonly pid: number };
}

/** A worker, as the others know it. */
export interface LivingWorker {
  readonly number: number;
  readonly token: string;
  readonly pid: number | undefined;
}

/** A text of a worker for those after it. */
export interface LeftText {
  readonly token: string;
  readonly hasEnded: boolean;
  readonly text: string;
}

/** How a worker ended, for the next one to record. */
export interface WorkerIncident {
  /** Number of the worker; 0 where it never began. */
  readonly worker: number;
  readonly kind: 'blocked' | 'memory' | 'crashed' | 'killed';
  readonly message: string;
  /** ISO timestamp. */
  readonly at: string;
  readonly pid: number | undefined;
  /** For how long it was silent, in milliseconds. */
  readonly durationMs: number | undefined;
  /** Frames of its stack, innermost first; none where it did not answer. */
  readonly frames: readonly StackFrame[];
  readonly underWay: WorkUnderWay | undefined;
  /** Code of the application in whose synchronous work it stood still, where that is known. */
  readonly inside: string | undefined;
  /** Codes of the applications that were at work. */
  readonly atWork: readonly string[];
}

/** Addresses of a worker that serves. */
export interface WorkerReady {
  readonly api: string;
  readonly frontend: string | undefined;
  /** Keys of the ports that it uses. */
  readonly ports: readonly string[];
}

/** Messages of a worker to the others, or to those after it. The supervisor does not read texts. */
export type RelayedMessage =
  | { readonly type: 'post'; readonly to: string; readonly text: string }
  /** Replaces what this worker leaves. */
  | { readonly type: 'leave'; readonly text: string }
  /** Asks for what workers have left; `left` answers, in the order of these messages. */
  | { readonly type: 'read' }
  /** Replaces what these ended workers have left. */
  | { readonly type: 'fold'; readonly tokens: readonly string[]; readonly text: string };

/** Messages of a worker to its supervisor. */
export type FromWorker =
  | RelayedMessage
  /** It has loaded its code and configuration, and waits for `start`. */
  | { readonly type: 'prepared'; readonly settings: WorkerSettings }
  /** With the handle of a port that it has opened. */
  | { readonly type: 'opened'; readonly place: PortPlace }
  | { readonly type: 'ready'; readonly ready: WorkerReady }
  /** Its event loop turns. `atWork`: applications whose code ran since the last one. */
  | {
      readonly type: 'beat';
      readonly atWork: readonly string[];
      readonly isDebugged: boolean;
      /** Missing where the worker is of an earlier version. */
      readonly load?: LoopLoad;
    }
  /** The first turn of an application since the last beat. */
  | { readonly type: 'entered'; readonly application: string }
  /** Applications that are being loaded, each as `<code>@<version>`. */
  | { readonly type: 'loading'; readonly applications: readonly string[] }
  /** It is about to work without beats for so long; the next beat ends it. */
  | { readonly type: 'busy'; readonly limitMs: number }
  /** Its memory is about to be used up; nothing it does itself frees it. */
  | { readonly type: 'full'; readonly facts: OutsideMemoryFull }
  /** It cannot start, has said why, and ends. */
  | { readonly type: 'refused' };

/** A line of a worker's watcher thread, while the event loop stands still. */
export interface StillReport {
  /** Code of the application in whose synchronous work it is. */
  readonly inside: string | null;
  readonly residentBytes: number;
}

/** File descriptor of a worker to which its watcher thread writes; 3 is the channel. */
export const WATCHER_DESCRIPTOR = 4;

/** Messages of the supervisor to a worker. */
export type ToWorker =
  /** With the handle of a port that an earlier worker has opened; before `start`. */
  | { readonly type: 'port'; readonly place: PortPlace }
  /** It may open the database. */
  | {
      readonly type: 'start';
      readonly place: WorkerPlace;
      readonly incidents: readonly WorkerIncident[];
      /** It relays messages; missing where the supervisor is of an earlier version. */
      readonly relays?: true;
    }
  /** Workers that live, the oldest first; before `start`, and at each change. */
  | {
      readonly type: 'living';
      readonly tokens: readonly string[];
      readonly workers?: readonly LivingWorker[];
    }
  /** A text of another worker. */
  | { readonly type: 'post'; readonly from: string; readonly text: string }
  | { readonly type: 'left'; readonly texts: readonly LeftText[] }
  /** The supervisor no longer debugs it. */
  | { readonly type: 'undebug' }
  /** The supervisor may be of an earlier version, which says nothing of who comes after. */
  | {
      readonly type: 'stop';
      readonly drains: boolean;
      readonly isReplaced?: boolean;
      readonly isFollowed?: boolean;
    };

/**
 * How a worker stops. `drain`: a balancer before it has to hear first; `replaced`: another one
 * serves the same ports, so that only its connections have to go; `handover`: another one waits to
 * serve them; `now`: nobody is waited for.
 */
export type StopKind = 'drain' | 'replaced' | 'handover' | 'now';

/** Key of the symbol by which a worker's global object tells its {@link WorkUnderWay}. */
export const UNDER_WAY = '@platform/server/under-way';
