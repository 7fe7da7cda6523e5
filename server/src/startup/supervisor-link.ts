import type { SendHandle } from 'node:child_process';
import { close as closeInspector, url as inspectorUrl } from 'node:inspector';
import type { Server } from 'node:net';
import { listenOn, ownPorts, type PortOwner } from '../gateway/index.ts';
import {
  RelayedSiblings,
  type Legacy,
  type Logger,
  type Siblings,
  type ThisWorker,
} from '../kernel/index.ts';
import type {
  FromWorker,
  LivingWorker,
  LoopLoad,
  OutsideMemoryFull,
  PortPlace,
  StopKind,
  ToWorker,
  WorkerIncident,
  WorkerPlace,
  WorkerSettings,
} from '../supervisor/index.ts';
import { endOrphan } from './end-with-parent.ts';
import { RelayedLegacy } from './relayed-legacy.ts';

/** Node's own handle of a port that an earlier worker has opened. */
type PortHandle = SendHandle & { close(): void };

interface KeptPort {
  readonly place: PortPlace;
  readonly handle: PortHandle;
}

/** Initial settings of a worker. */
interface Start {
  readonly worker: ThisWorker;
  /** The ends of earlier workers. */
  readonly incidents: readonly WorkerIncident[];
  /** The other workers; undefined where the supervisor is of a version that does not relay. */
  readonly siblings: Siblings | undefined;
  readonly legacy: Legacy;
}

/** Another process can listen on the handle. */
type Listening = Server & { readonly _handle: SendHandle };

/**
 * The supervisor of this process, as the worker sees it. Signals of a terminal are the supervisor's
 * to answer, and without a supervisor the worker ends at once. (design 10.7-12, 16-11)
 */
export class SupervisorLink {
  readonly #kept = new Map<string, KeptPort>();
  readonly #used: string[] = [];
  readonly #started: Promise<Start>;
  readonly #legacy = new RelayedLegacy(tell);
  #living: ReadonlySet<string> = new Set();
  #isFollowed = false;
  #workers: readonly LivingWorker[] = [];
  #siblings: RelayedSiblings | undefined;
  #stop: (how: StopKind) => void = () => process.exit(0);

  constructor() {
    this.#started = new Promise((started) => {
      process.on('message', (message: ToWorker, handle: PortHandle) => {
        if (message.type === 'start') started(this.#startOf(message));
        else this.#take(message, handle);
      });
    });
    process.on('disconnect', endOrphan);
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  }

  /** The link of this process; undefined where it runs without a supervisor. */
  static ofThisProcess(): SupervisorLink | undefined {
    return process.connected && process.env['PLATFORM_SUPERVISOR'] !== 'off'
      ? new SupervisorLink()
      : undefined;
  }

  /** Replaces what is done when the supervisor asks to stop. */
  onStop(stop: (how: StopKind) => void): void {
    this.#stop = stop;
  }

  /** Resolves once this process may open the database. */
  prepared(settings: WorkerSettings): Promise<Start> {
    void tell({ type: 'prepared', settings });
    return this.#started;
  }

  /** Tells that this process serves, and closes the ports that it does not use. */
  ready(api: string, frontend: string | undefined): void {
    for (const [key, { handle }] of this.#kept) if (!this.#used.includes(key)) handle.close();
    void tell({ type: 'ready', ready: { api, frontend, ports: this.#used } });
  }

  /** Tells that the event loop turns. @param atWork applications whose code ran meanwhile */
  beat(atWork: readonly string[], load: LoopLoad): void {
    void tell({ type: 'beat', atWork, isDebugged: inspectorUrl() !== undefined, load });
  }

  /** Tells the first turn of an application since the last beat. */
  entered(application: string): void {
    void tell({ type: 'entered', application });
  }

  /** Reports the application that is being loaded, the suspect if the process ends now. */
  readonly loading = (applications: readonly string[]): void => {
    void tell({ type: 'loading', applications });
  };

  /** Announces work without beats. */
  busy(limitMs: number): void {
    void tell({ type: 'busy', limitMs });
  }

  /**
   * Tells that the memory is used up, and by whom.
   *
   * @returns false while a debugger may be attached
   */
  full(facts: OutsideMemoryFull): boolean {
    // A developer who has stopped it looks for the reason; the supervisor asks for a moment only.
    if (inspectorUrl() !== undefined) return false;
    void tell({ type: 'full', facts });
    return true;
  }

  /** Tells that this process does not start; the reason is on the standard error. */
  refused(): Promise<void> {
    return tell({ type: 'refused' });
  }

  #take(message: Exclude<ToWorker, { type: 'start' }>, handle: PortHandle): void {
    switch (message.type) {
      case 'port':
        return void this.#kept.set(message.place.key, { place: message.place, handle });
      case 'living':
        this.#living = new Set(message.tokens);
        this.#workers = message.workers ?? [];
        return this.#siblings?.live(this.#workers);
      case 'post':
        return this.#siblings?.arrived(message.from, message.text);
      case 'left':
        return this.#legacy.arrived(message.texts);
      case 'undebug':
        return closeInspector();
      case 'stop':
        this.#isFollowed = message.isFollowed ?? false;
        return this.#stop(message.isReplaced ? 'replaced' : message.drains ? 'drain' : 'now');
    }
  }

  #startOf({ place, incidents, relays }: Extract<ToWorker, { type: 'start' }>): Start {
    if (relays === true) this.#siblings = this.#siblingsOf(place);
    const worker = { ...place, living: () => this.#living, isFollowed: () => this.#isFollowed };
    return { incidents, worker, siblings: this.#siblings, legacy: this.#legacy };
  }

  #siblingsOf({ number, token }: WorkerPlace): RelayedSiblings {
    const own = { number, token, pid: process.pid };
    const siblings = new RelayedSiblings(own, (to, text) => void tell({ type: 'post', to, text }));
    siblings.live(this.#workers);
    return siblings;
  }

  /** Opens ports once: later workers listen on the same sockets. */
  ports(logger: Logger): PortOwner {
    return {
      open: async (server, place) => {
        this.#used.push(place.key);
        const kept = this.#kept.get(place.key);
        if (kept !== undefined) {
          if (kept.place.port !== place.port || kept.place.host !== place.host)
            logger.warn('A changed port is used after a restart of the host', { ...place });
          return listenOn(server, kept.handle);
        }
        const open = await ownPorts.open(server, place);
        await tell({ type: 'opened', place }, (server as Listening)._handle);
        return open;
      },
    };
  }
}

/** Resolves once the message is written. */
function tell(message: FromWorker, handle?: SendHandle): Promise<void> {
  return new Promise((written) => {
    if (process.send === undefined || !process.connected) return written();
    process.send(message, handle, { keepOpen: true }, () => written());
  });
}
