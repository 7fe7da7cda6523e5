import type { IncidentRecord } from '@platform/host-api';
import type { IncidentKind } from '../plugin-runtime/index.ts';

/** Two incidents within this time are a pattern. (design 10.3) */
export const WINDOW_MS = 600_000;
/** Limit used where the watchdog is off, in milliseconds. */
const USUAL_LIMIT_MS = 10_000;

/** Kinds that harm every application. An uncaught value is contained. */
const HARMFUL: ReadonlySet<IncidentKind> = new Set(['blocked', 'memory', 'crashed']);

/** Fields of an incident that the rule reads. */
export type Judged = Pick<IncidentRecord, 'at' | 'host' | 'kind' | 'durationMs' | 'suspects'>;

/** A version to keep out. */
export interface Culprit {
  readonly appCode: string;
  readonly version: string;
}

/** Which incidents keep a version out. */
export class QuarantineRule {
  readonly #limitMs: number;

  /**
   * @param watchdogLimitMs `server.watchdog.limit-ms`: shorter holds are reported to the operator,
   *   and no reason to keep an application out; 0 is off
   */
  constructor(watchdogLimitMs: number) {
    this.#limitMs = watchdogLimitMs || USUAL_LIMIT_MS;
  }

  /** Whether an incident counts towards quarantine. */
  isHarmful({ kind, durationMs }: Pick<Judged, 'kind' | 'durationMs'>): boolean {
    return HARMFUL.has(kind) || (kind === 'hold' && (durationMs ?? 0) >= this.#limitMs);
  }

  /**
   * Whether two incidents are one cause, which several hosts or workers met within the limit.
   * (design 10.7-9)
   */
  isSameOccurrence(one: Judged, other: Judged): boolean {
    const names = ({ suspects }: Judged): string =>
      suspects
        .map(({ application }) => application)
        .toSorted()
        .join();
    const apart = Math.abs(Date.parse(one.at) - Date.parse(other.at));
    return one.host !== other.host && apart <= this.#limitMs && names(one) === names(other);
  }

  /**
   * The version that an incident and an earlier one have in common: the certain culprit of both, or
   * the only one among the suspects of both. (design 16-14)
   *
   * @param isReleased whether an incident of a version counts no more
   */
  culpritOf(
    incident: Judged,
    earlier: readonly Judged[],
    isReleased: (suspect: Culprit, at: string) => boolean = () => false,
  ): Culprit | undefined {
    if (!this.isHarmful(incident)) return undefined;
    const now = Date.parse(incident.at);
    for (const other of earlier) {
      if (!this.isHarmful(other) || this.isSameOccurrence(incident, other)) continue;
      if (Math.abs(now - Date.parse(other.at)) > WINDOW_MS) continue;
      const common = incident.suspects.filter(({ application, version }) =>
        other.suspects.some((suspect) => suspect.application === application && suspect.version === version),
      );
      const [only] = common;
      if (common.length !== 1 || !only || only.version === null) continue;
      const culprit = { appCode: only.application, version: only.version };
      if (!isReleased(culprit, other.at)) return culprit;
    }
    return undefined;
  }
}
