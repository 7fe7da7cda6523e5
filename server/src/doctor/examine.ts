import type { DoctorReport } from '@platform/host-api';
import { codeOf, PLATFORM_VERSION, PlatformError, reasonOf } from '../kernel/index.ts';
import { withinLimit } from '../actuator/index.ts';
import { checkApplications, checkSecurityMode, checkSignatures } from './checks/applications.ts';
import { checkCertificate } from './checks/certificate.ts';
import { checkAdministrators, checkMonitoring } from './checks/credentials.ts';
import { checkDatabase, checkSchema } from './checks/database.ts';
import { checkKeyFiles, checkSecrets, checkStorage } from './checks/files.ts';
import { checkClock, checkDisk, checkNode } from './checks/machine.ts';
import { checkVariables } from './checks/variables.ts';
import { findingsOf, type Finding } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

type Check = (surroundings: Surroundings) => Promise<Finding[]>;

/** Time limit of a check in milliseconds. */
const LIMIT_MS = 15_000;

/** Every check, of the command and of the page, in the order of their findings. */
const CHECKS: Readonly<Record<string, Check>> = {
  node: checkNode,
  disk: checkDisk,
  clock: checkClock,
  database: checkDatabase,
  schema: checkSchema,
  storage: checkStorage,
  keyFiles: checkKeyFiles,
  secrets: checkSecrets,
  certificate: checkCertificate,
  administrators: checkAdministrators,
  monitoring: checkMonitoring,
  securityMode: checkSecurityMode,
  signatures: checkSignatures,
  applications: checkApplications,
  variables: checkVariables,
};

const RANK = { error: 0, warning: 1, ok: 2 } as const;

/** Examines the platform. A check that fails is a finding itself. (design 11.6) */
export async function examine(surroundings: Surroundings): Promise<DoctorReport> {
  const findings: Finding[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    findings.push(
      ...(await withinLimit(check(surroundings), LIMIT_MS).catch((error: unknown) => [failed(name, error)])),
    );
  }
  return {
    time: new Date(surroundings.now()).toISOString(),
    platformVersion: PLATFORM_VERSION,
    findings: findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]),
  };
}

function failed(check: string, error: unknown): Finding {
  const reason = [codeOf(error), reasonOf(error)].filter(Boolean).join(': ');
  return findingsOf(check).error(
    'failed',
    { reason },
    {
      what: `The check "${check}" failed: ${reason}`,
      why: 'Its result is not known.',
      fix: (error instanceof PlatformError && error.fix) || 'Remove the cause, and examine again.',
    },
  );
}
