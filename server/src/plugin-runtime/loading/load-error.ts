import type { PlatformErrorOptions } from '@platform/plugin-sdk/core';
import { isA, PlatformError, reasonOf, toPlatformError } from '../../kernel/index.ts';
import { LoadRefusal } from '../contract/load-finding.ts';
import type { LoadStage } from '../contract/load-report.ts';
import { placeOf } from '../contract/source-place.ts';

/** Maps the error of a failed load, and each of its findings, to the application's sources. */
export function mapToSources(thrown: unknown, mapError: (error: unknown) => unknown): unknown {
  if (!isA(thrown, LoadRefusal)) return mapError(thrown);
  return new LoadRefusal(
    thrown.findings.map((finding) => {
      const place = placeOf(mapError(finding.cause));
      if (place === undefined || finding.place !== undefined) return finding;
      return { ...finding, place, message: `${finding.message.replace(/\.$/, '')} (${place})` };
    }),
  );
}

/**
 * The error that reports a failed load; `details` carry the stage and every finding.
 *
 * Its code is that of the findings if they agree on one.
 *
 * @param failed completes the sentence "Application x …"
 */
export function loadError(
  appCode: string,
  loadStage: LoadStage,
  thrown: unknown,
  failed = `cannot be loaded (${loadStage})`,
): PlatformError {
  if (isA(thrown, LoadRefusal)) return refusedError(appCode, loadStage, thrown, failed);
  const known = toPlatformError(thrown);
  const internal = known.code === 'INTERNAL_ERROR';
  const place = placeOf(thrown);
  const said = `${internal ? reasonOf(thrown) : known.message}${place ? ` (${place})` : ''}`;
  return withoutHostFrames({
    code: internal ? 'PLUGIN_LOAD_FAILED' : known.code,
    status: internal ? 422 : known.status,
    message: `Application ${appCode} ${failed}: ${said}`,
    fix: internal ? 'See the log for the cause.' : known.fix,
    details: { params: { app: appCode, reason: said }, loadStage, findings: [], place },
    cause: thrown,
  });
}

function refusedError(
  appCode: string,
  loadStage: LoadStage,
  refusal: LoadRefusal,
  failed: string,
): PlatformError {
  const { findings } = refusal;
  const codes = new Set(findings.map(({ code }) => code));
  const [first] = findings;
  return withoutHostFrames({
    code: codes.size === 1 && first ? first.code : 'PLUGIN_LOAD_REFUSED',
    status: 422,
    message: `Application ${appCode} ${failed}: ${refusal.message}`,
    fix: [...new Set(findings.map(({ fix }) => fix))].join(' '),
    details: {
      params: { app: appCode, reason: refusal.message },
      loadStage,
      place: findings.find(({ place }) => place !== undefined)?.place,
      findings: findings.map(({ code, message, fix, place }) => ({ code, message, fix, place })),
    },
    cause: findings.length === 1 ? first?.cause : refusal,
  });
}

function withoutHostFrames(options: PlatformErrorOptions): PlatformError {
  const error = new PlatformError(options);
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
