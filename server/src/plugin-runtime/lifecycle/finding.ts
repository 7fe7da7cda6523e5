import type { PlatformErrorOptions } from '@platform/plugin-sdk/core';
import { isA, PlatformError, reasonOf, toPlatformError } from '../../kernel/index.ts';
import { placeOf } from '../modules/source-place.ts';
import type { LoadStage } from '../plugin-runtime.ts';

/** One reason to refuse a load. */
export interface LoadFinding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly cause?: unknown;
  /** In the application's sources: `platform-hello/src/a.ts:3:7`. */
  readonly place?: string;
}

/** Carries every finding of a stage; the load adds the stage's name. */
export class LoadRefusal extends Error {
  readonly findings: readonly LoadFinding[];

  constructor(findings: readonly LoadFinding[]) {
    super(findings.map(({ message }) => message).join('\n'));
    this.name = 'LoadRefusal';
    this.findings = findings;
    // A report of what is wrong with an application: where in the host it was made says nothing.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** A failed load with its errors in lines of the application's sources, each finding with its place. */
export function inSources(thrown: unknown, mapError: (error: unknown) => unknown): unknown {
  if (!isA(thrown, LoadRefusal)) return mapError(thrown);
  return new LoadRefusal(
    thrown.findings.map((finding) => {
      const place = placeOf(mapError(finding.cause));
      if (place === undefined || finding.place !== undefined) return finding;
      return { ...finding, place, message: `${finding.message.replace(/\.$/, '')} (${place})` };
    }),
  );
}

/** Refuses where anything was found. */
export function refuseIf(findings: readonly LoadFinding[]): void {
  if (findings.length > 0) throw new LoadRefusal(findings);
}

/**
 * What a failed load is answered with: the finding's own code where there is one kind, and the stage in `details`.
 *
 * @param failed what could not be done
 */
export function loadError(
  appCode: string,
  loadStage: LoadStage,
  thrown: unknown,
  failed = `cannot be loaded (${loadStage})`,
): PlatformError {
  if (isA(thrown, LoadRefusal)) {
    const { findings } = thrown;
    const codes = new Set(findings.map(({ code }) => code));
    const [first] = findings;
    return withoutHostFrames({
      code: codes.size === 1 && first ? first.code : 'PLUGIN_LOAD_REFUSED',
      status: 422,
      message: `Application ${appCode} ${failed}: ${thrown.message}`,
      fix: [...new Set(findings.map(({ fix }) => fix))].join(' '),
      details: {
        loadStage,
        place: findings.find(({ place }) => place !== undefined)?.place,
        findings: findings.map(({ code, message, fix, place }) => ({ code, message, fix, place })),
      },
      cause: findings.length === 1 ? first?.cause : thrown,
    });
  }
  const known = toPlatformError(thrown);
  const internal = known.code === 'INTERNAL_ERROR';
  const reason = reasonOf(thrown);
  const place = placeOf(thrown);
  return withoutHostFrames({
    code: internal ? 'PLUGIN_LOAD_FAILED' : known.code,
    status: internal ? 422 : known.status,
    message: `Application ${appCode} ${failed}: ${internal ? reason : known.message}${place ? ` (${place})` : ''}`,
    fix: internal ? 'The log has the cause.' : known.fix,
    details: { loadStage, findings: [], place },
    cause: thrown,
  });
}

function withoutHostFrames(options: PlatformErrorOptions): PlatformError {
  const error = new PlatformError(options);
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
