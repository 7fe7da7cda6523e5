import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncidentRecord } from '@platform/host-api';
import { requestContext, type Logger } from '../kernel/index.ts';
import type { Incident, Incidents, Quarantine, Quarantined } from '../plugin-runtime/index.ts';
import type { IncidentStore } from './incident-store.ts';
import { WINDOW_MS, type Culprit, type QuarantineRule } from './quarantine-rule.ts';
import type { QuarantineRow, QuarantineStore } from './quarantine-store.ts';

/** Incidents that may wait for a slow database; further ones are in the log alone. */
const CAPACITY = 1_000;
/** Contained incidents of one kind, application and place are stored once in this time. */
const REPEAT_MS = 60_000;

/** Loads during which former processes ended. */
interface Marks {
  readonly unexplained: ReadonlyArray<{ readonly pid: number; readonly at: string }>;
  forget(): void;
}

/** Dependencies of the quarantine. */
export interface IncidentQuarantineParts {
  readonly incidents: Incidents;
  readonly store: IncidentStore;
  readonly quarantines: QuarantineStore;
  readonly marks: Marks;
  readonly rule: QuarantineRule;
  readonly logger: Logger;
  /** Says to the other hosts that what is kept out has changed. */
  readonly tellOthers: () => void;
  /** Tells the administrators, once for each occurrence. */
  readonly tell: (incident: IncidentRecord, kept: Culprit | undefined) => void;
}

/** Stores incidents one after the other, and decides which versions are kept out. (design 10.3) */
export class IncidentQuarantine implements Quarantine {
  readonly #parts: IncidentQuarantineParts;
  /** Incidents are stored outside the transaction of the request that met them. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #kept = new Map<string, Quarantined>();
  readonly #stored = new Map<string, number>();
  #rows: readonly QuarantineRow[] = [];
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(parts: IncidentQuarantineParts) {
    this.#parts = parts;
  }

  find(appCode: string, version: string): Quarantined | undefined {
    return this.#kept.get(keyOf({ appCode, version }));
  }

  /** Takes an incident; it is stored in the background. */
  readonly take = (incident: Incident): void => {
    if (this.#waiting >= CAPACITY || this.#isRepeat(incident)) return;
    this.#waiting += 1;
    const before = this.#last;
    this.#last = this.#outside(() => this.#judgeAfter(before, incident));
  };

  async prepareStart(): Promise<{ readonly oneByOne: boolean }> {
    const { incidents, marks, rule, store } = this.#parts;
    for (const { pid, at } of marks.unexplained) {
      incidents.record({
        kind: 'crashed',
        what: 'The process ended during the load.',
        pid,
        at: new Date(at),
      });
    }
    await this.settled();
    marks.forget();
    return requestContext.runIgnoringTenant(async () => {
      await this.refresh();
      const recent = await store.since(new Date(Date.now() - WINDOW_MS));
      return { oneByOne: recent.some((each) => rule.isHarmful(each) && each.suspects.length > 1) };
    });
  }

  async release(appCode: string, version: string): Promise<void> {
    if (!this.find(appCode, version)) return;
    await requestContext.runIgnoringTenant(async () => {
      await this.#parts.quarantines.release({ appCode, version });
      this.#parts.tellOthers();
      await this.refresh();
    });
    this.#parts.logger.info(`Application ${appCode} ${version} left quarantine`, { appCode });
  }

  /** Reads what is kept out, for all hosts. */
  async refresh(): Promise<void> {
    const { quarantines, store } = this.#parts;
    this.#rows = await quarantines.all();
    const kept = this.#rows.filter(({ releasedAt }) => releasedAt === null);
    const entries = await Promise.all(
      kept.map(async (row) => [keyOf(row), quarantinedOf(row, await store.find(row.incidentId))] as const),
    );
    this.#kept.clear();
    for (const [key, entry] of entries) this.#kept.set(key, entry);
  }

  /** Resolves when all that was taken is stored. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #judgeAfter(before: Promise<void>, incident: Incident): Promise<void> {
    await before;
    try {
      await requestContext.runIgnoringTenant(() => this.#judge(incident));
    } catch (error) {
      this.#parts.logger.error('An incident could not be stored', { incident, error });
    } finally {
      this.#waiting -= 1;
    }
  }

  async #judge(incident: Incident): Promise<void> {
    const { logger, quarantines, rule, store, tell } = this.#parts;
    if (await store.knows(incident)) return;
    const stored = await store.find(await store.add(incident));
    if (!stored || !rule.isHarmful(stored)) return;
    const recent = await store.since(new Date(Date.parse(stored.at) - WINDOW_MS));
    const others = recent.filter(({ incidentId }) => incidentId !== stored.incidentId);
    const culprit = rule.culpritOf(stored, others, (suspect, at) => this.#isReleased(suspect, at));
    const decided = culprit !== undefined && !this.find(culprit.appCode, culprit.version);
    if (decided) {
      await quarantines.keepOut(culprit, stored);
      this.#parts.tellOthers();
      await this.refresh();
      logger.error(`Application ${culprit.appCode} ${culprit.version} harmed the platform twice`, {
        ...culprit,
        fix: 'It is not loaded at the next start. Install another version, or load it again on its page.',
      });
    }
    const known = others.some((other) => rule.isSameOccurrence(stored, other));
    if (!known) this.#log(stored);
    if (!known || decided) tell(stored, decided ? culprit : undefined);
  }

  #log({ appCode, version, kind, message, function: name, place, caller, suspects }: IncidentRecord): void {
    const culprit = appCode === null ? {} : { appCode, version };
    const where = [name, place].filter((part) => part !== null).join(' at ');
    this.#parts.logger.error(where === '' ? message : `${message} It was in ${where}.`, {
      ...culprit,
      kind,
      ...(caller === null ? {} : { caller }),
      ...(appCode === null ? { suspects: suspects.map(({ application }) => application) } : {}),
    });
  }

  #isReleased(suspect: Culprit, at: string): boolean {
    const row = this.#rows.find((each) => keyOf(each) === keyOf(suspect));
    return typeof row?.releasedAt === 'string' && row.releasedAt >= at;
  }

  /** A timer that throws a thousand times a second is one row a minute. */
  #isRepeat(incident: Incident): boolean {
    const { kind, application, place, durationMs = null } = incident;
    const isShortHold = kind === 'hold' && !this.#parts.rule.isHarmful({ kind, durationMs });
    if (kind !== 'uncaught' && kind !== 'stray' && !isShortHold) return false;
    const key = `${kind} ${application ?? ''} ${place ?? ''}`;
    const now = Date.now();
    for (const [other, at] of this.#stored) if (now - at > REPEAT_MS) this.#stored.delete(other);
    if (this.#stored.has(key)) return true;
    this.#stored.set(key, now);
    return false;
  }
}

const keyOf = ({ appCode, version }: Culprit): string => `${appCode}@${version}`;

/** The incident may have been removed for its age. */
function quarantinedOf(row: QuarantineRow, incident: IncidentRecord | undefined): Quarantined {
  return {
    appCode: row.appCode,
    version: row.version,
    since: row.since,
    incident: {
      kind: incident?.kind ?? 'crashed',
      at: incident?.at ?? row.since,
      message: incident?.message ?? '',
      function: incident?.function ?? undefined,
      place: incident?.place ?? undefined,
      durationMs: incident?.durationMs ?? undefined,
    },
  };
}
