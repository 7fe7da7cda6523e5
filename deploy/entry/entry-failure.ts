import { PlatformError } from '../../server/src/kernel/index.ts';
import { explainFailure } from '../../server/src/startup/explain-failure.ts';

/** How the entry script ends, in the numbers of `sysexits.h`. (design 11.8-6) */
export const exitCodes = {
  /** A server was not reached in time. */
  unavailable: 69,
  /** A server refused the login. */
  loginRefused: 77,
  /** A field is missing, wrong, or contradicts another one. */
  misconfigured: 78,
} as const;

/** Ends the entry script; each problem is printed on a line of its own. */
export class EntryFailure extends Error {
  readonly exitCode: number;
  readonly problems: readonly string[];

  constructor(exitCode: number, problems: readonly string[], cause?: unknown) {
    super(problems.join('\n'), { cause });
    this.exitCode = exitCode;
    this.problems = problems;
  }
}

/** Fields that gave the addresses, which a message about a server names. */
export interface AddressFields {
  readonly databaseFrom: string;
  readonly cacheFrom: string;
}

/** Turns what the host's own parts throw into a failure that names fields, not the host's keys. */
export function entryFailureOf(error: unknown, addresses: AddressFields | undefined): EntryFailure {
  if (error instanceof EntryFailure) return error;
  const known = error instanceof PlatformError ? knownFailures[error.code] : undefined;
  if (!(error instanceof PlatformError) || !known) {
    // The entry script marks each problem by itself.
    return new EntryFailure(1, [explainFailure(error).trim().replace(/^✗ /, '')], error);
  }
  const [exitCode, advice] = known;
  const fix = advice === undefined ? (error.fix ?? '') : addresses === undefined ? '' : advice(addresses);
  return new EntryFailure(exitCode, [error.message, ...(fix === '' ? [] : [fix])], error);
}

/** Without advice of its own, the failure's own counts. */
type Known = readonly [exitCode: number, advice?: (addresses: AddressFields) => string];

const knownFailures: Readonly<Record<string, Known>> = {
  CONFIG_INVALID: [exitCodes.misconfigured, () => ''],
  TLS_FILE_UNREADABLE: [exitCodes.misconfigured],
  TLS_CERTIFICATE_INVALID: [exitCodes.misconfigured],
  MANAGEMENT_DEFAULT_CREDENTIALS: [
    exitCodes.misconfigured,
    () => 'Fill MONITOR_USERNAME and MONITOR_PASSWORD.',
  ],
  DATABASE_MISSING: [
    exitCodes.misconfigured,
    () => 'Create an empty database of that name, or correct DATABASE_NAME.',
  ],
  DATABASE_UNREACHABLE: [
    exitCodes.unavailable,
    ({ databaseFrom }) =>
      `Check that the server runs, and correct ${databaseFrom}, or DATABASE_TYPE where it is another kind of server. DATABASE_START_WAIT_MS is how long it is waited for.`,
  ],
  DATABASE_LOGIN_REFUSED: [exitCodes.loginRefused, () => 'Correct DATABASE_USER and DATABASE_PASSWORD.'],
  CACHE_UNREACHABLE: [
    exitCodes.unavailable,
    ({ cacheFrom }) =>
      `Check that the server runs, and correct ${cacheFrom}. DATABASE_START_WAIT_MS is how long it is waited for, too.`,
  ],
  CACHE_LOGIN_REFUSED: [
    exitCodes.loginRefused,
    ({ cacheFrom }) => `Correct REDIS_PASSWORD, or user and password in ${cacheFrom}.`,
  ],
};
