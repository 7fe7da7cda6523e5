import { PlatformError, toPlatformError } from '../../kernel/index.ts';
import type { LoadStage } from '../plugin-runtime.ts';

/** One reason to refuse a load. */
export interface LoadFinding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly cause?: unknown;
}

/** Carries every finding of a stage; the load adds the stage's name. */
export class LoadRefusal extends Error {
  readonly findings: readonly LoadFinding[];

  constructor(findings: readonly LoadFinding[]) {
    super(findings.map(({ message }) => message).join('\n'));
    this.name = 'LoadRefusal';
    this.findings = findings;
  }
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
  if (thrown instanceof LoadRefusal) {
    const { findings } = thrown;
    const codes = new Set(findings.map(({ code }) => code));
    const [first] = findings;
    return new PlatformError({
      code: codes.size === 1 && first ? first.code : 'PLUGIN_LOAD_REFUSED',
      status: 422,
      message: `Application ${appCode} ${failed}: ${thrown.message}`,
      fix: [...new Set(findings.map(({ fix }) => fix))].join(' '),
      details: {
        loadStage,
        findings: findings.map(({ code, message, fix }) => ({ code, message, fix })),
      },
      cause: findings.length === 1 ? first?.cause : thrown,
    });
  }
  const known = toPlatformError(thrown);
  const internal = known.code === 'INTERNAL_ERROR';
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new PlatformError({
    code: internal ? 'PLUGIN_LOAD_FAILED' : known.code,
    status: internal ? 422 : known.status,
    message: `Application ${appCode} ${failed}: ${internal ? reason : known.message}`,
    fix: internal ? 'The log has the cause.' : known.fix,
    details: { loadStage, findings: [] },
    cause: thrown,
  });
}
