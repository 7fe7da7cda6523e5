import { PlatformError, serviceToken } from '../../kernel/index.ts';
import type { IncidentKind } from './incidents.ts';

/** A version that starts do not load, and the incident that decided it. */
export interface Quarantined {
  readonly appCode: string;
  readonly version: string;
  /** ISO timestamp. */
  readonly since: string;
  readonly incident: {
    readonly kind: IncidentKind;
    /** ISO timestamp. */
    readonly at: string;
    readonly message: string;
    readonly function: string | undefined;
    /** Position in the application's sources: `platform-hello/src/a.ts:3:7`. */
    readonly place: string | undefined;
    readonly durationMs: number | undefined;
  };
}

/** Which versions are kept out. (design 10.3, 10.7-9) */
export interface Quarantine {
  /** Answers from memory, because requests ask it. */
  find(appCode: string, version: string): Quarantined | undefined;
  /**
   * Judges what ended former processes. Resolves once it is recorded, so that a load which ends the
   * process again finds it.
   *
   * @returns whether applications are loaded one after the other, as several are suspects
   */
  prepareStart(): Promise<{ readonly oneByOne: boolean }>;
  /** Lets a version load again; earlier incidents no longer count. */
  release(appCode: string, version: string): Promise<void>;
}

/** Answers requests to a version in quarantine, and attempts to load it. */
export const quarantined = ({ appCode, version, incident }: Quarantined): PlatformError =>
  new PlatformError({
    code: 'APP_QUARANTINED',
    status: 503,
    message: `Application ${appCode} ${version} is in quarantine, because it harmed the platform twice.`,
    fix: 'Install another version, or load it again on its page under Installed applications.',
    details: { params: { app: appCode, version }, kind: incident.kind, at: incident.at },
  });

export const QUARANTINE = serviceToken<Quarantine>('quarantine');
