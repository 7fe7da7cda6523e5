import { reasonOf, serviceToken, type Undo } from '../../kernel/index.ts';
import type { LoadMark } from './load-marks.ts';

/** Most incidents that are kept in memory, and characters of a message. */
const MOST = 100;
const LONGEST = 2_000;

/**
 * Kinds of incidents.
 *
 * `uncaught`: an uncaught value of an application; `stray`: one without an origin; `hold`: the
 * event loop was held and continued. The others ended the process: `blocked` by the watchdog,
 * `memory` for lack of memory, `crashed` by itself, `killed` from outside.
 */
export const INCIDENT_KINDS = [
  'uncaught',
  'stray',
  'hold',
  'blocked',
  'memory',
  'crashed',
  'killed',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Facts of an incident at the time of its report. */
export interface IncidentFacts {
  readonly kind: IncidentKind;
  /** An error or any other value that was thrown, or a text. */
  readonly what: unknown;
  /** Code of the certain culprit. */
  readonly application?: string | undefined;
  /** Version of the culprit; that which is loaded or placed if omitted. */
  readonly version?: string | undefined;
  /** Innermost function of the culprit. */
  readonly function?: string | undefined;
  /** Its position in the application's sources: `platform-hello/src/a.ts:3:7`. */
  readonly place?: string | undefined;
  /** Outermost function or position of an application in the stack. */
  readonly caller?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly requestId?: string | undefined;
  /** Codes of the applications that were at work, where no culprit is certain. */
  readonly suspects?: readonly string[] | undefined;
  /** Name of the host or worker; this one if omitted. */
  readonly host?: string | undefined;
  /** Process that the incident ended; a load that it was at explains it. */
  readonly pid?: number | undefined;
  /** Now if omitted. */
  readonly at?: Date | undefined;
}

/** An application and its version, if known. */
export interface Suspect {
  readonly application: string;
  readonly version: string | undefined;
}

/** Something that harmed all applications, or would have if the host had not contained it. */
export interface Incident {
  /** ISO timestamp. */
  readonly at: string;
  readonly host: string;
  readonly kind: IncidentKind;
  readonly message: string;
  /** The certain culprit. */
  readonly application: string | undefined;
  readonly version: string | undefined;
  readonly function: string | undefined;
  readonly place: string | undefined;
  readonly caller: string | undefined;
  readonly durationMs: number | undefined;
  readonly requestId: string | undefined;
  /** The culprit alone, or those that were at work. */
  readonly suspects: readonly Suspect[];
  readonly pid: number | undefined;
}

/** Facts that complete the incidents of a process. */
export interface IncidentContext {
  /** Name of this host or worker. */
  readonly host: string;
  /** Version of an application that is loaded or placed. */
  versionOf(appCode: string): string | undefined;
  /** Loads during which a process ended. */
  loadsOf(pid: number): readonly LoadMark[];
}

type Listener = (incident: Incident) => void;

/** Incidents by kind and application since the start; an empty application is unknown. */
export interface IncidentCount {
  readonly kind: IncidentKind;
  readonly application: string;
  readonly count: number;
}

/**
 * The entrance of all incidents, and the last ones of this process, the newest first. (design 10.3,
 * 11.2)
 *
 * Those of an ended process are recorded by the next one during the setup of its modules, before it
 * loads applications.
 */
export class Incidents {
  readonly #context: IncidentContext;
  readonly #recent: Incident[] = [];
  readonly #counts = new Map<string, IncidentCount>();
  readonly #listeners = new Set<Listener>();

  constructor(context: IncidentContext) {
    this.#context = context;
  }

  get recent(): readonly Incident[] {
    return this.#recent;
  }

  get counts(): readonly IncidentCount[] {
    return [...this.#counts.values()];
  }

  /** Records an incident; it never throws. */
  record(facts: IncidentFacts): Incident {
    const incident = this.#completed(facts);
    this.#recent.unshift(incident);
    this.#recent.length = Math.min(this.#recent.length, MOST);
    this.#count(incident);
    for (const listener of this.#listeners) listener(incident);
    return incident;
  }

  /** Calls `listener` with every later incident. */
  onRecord(listener: Listener): Undo {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #completed({ what, at = new Date(), ...facts }: IncidentFacts): Incident {
    const { host = this.#context.host } = facts;
    const loads = facts.pid === undefined ? [] : this.#context.loadsOf(facts.pid);
    const loading = new Map(loads.map(({ appCode, version }) => [appCode, version]));
    const [only, ...others] = loading.keys();
    const application = facts.application ?? (others.length === 0 ? only : undefined);
    const versionOf = (appCode: string): string | undefined =>
      (appCode === facts.application ? facts.version : undefined) ??
      loading.get(appCode) ??
      this.#context.versionOf(appCode);
    const atWork = loading.size > 0 ? loading.keys() : (facts.suspects ?? []);
    const codes = application === undefined ? [...new Set(atWork)] : [application];
    return {
      at: at.toISOString(),
      host,
      kind: facts.kind,
      message: reasonOf(what).slice(0, LONGEST),
      application,
      version: application === undefined ? undefined : versionOf(application),
      function: facts.function,
      place: facts.place,
      caller: facts.caller,
      durationMs: facts.durationMs,
      requestId: facts.requestId,
      suspects: codes.map((code) => ({ application: code, version: versionOf(code) })),
      pid: facts.pid,
    };
  }

  #count({ kind, application = '' }: Incident): void {
    const key = `${kind} ${application}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { kind, application, count });
  }
}

export const INCIDENTS = serviceToken<Incidents>('incidents');
