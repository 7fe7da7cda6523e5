import { ApiFailure, HostUnreachable } from './api-client.ts';
import { refusedCertificate } from './refused-certificate.ts';

/** Exit codes, listed in docs/operating.md; 130 is the shell convention for Ctrl-C. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  unreachable: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected failure of a command, with its fix. */
export class CliError extends Error {
  readonly code: string;
  readonly fix: string;
  readonly exitCode: ExitCode;

  constructor(code: string, message: string, fix: string, exitCode: ExitCode) {
    super(message);
    this.code = code;
    this.fix = fix;
    this.exitCode = exitCode;
  }
}

/** A failure as reported to people and scripts. */
export interface Failure {
  readonly error: string;
  readonly message: string;
  readonly fix: string | undefined;
  readonly details: unknown;
  readonly exitCode: ExitCode;
}

/** Refusals that a login ends; it is a fresh proof, too. */
const ENDED_BY_LOGIN = new Set(['UNAUTHENTICATED', 'SESSION_EXPIRED', 'PROOF_NEEDED']);
const NOT_ALLOWED = new Set([
  'UNAUTHENTICATED',
  'SESSION_EXPIRED',
  'FORBIDDEN',
  'LOGIN_FAILED',
  'PROOF_NEEDED',
]);

/** @throws anything that is no known failure, since a defect needs its stack */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CliError) {
    const { code, message, fix, exitCode } = thrown;
    return { error: code, message, fix, details: undefined, exitCode };
  }
  if (thrown instanceof HostUnreachable) {
    const refused = refusedCertificate(thrown);
    const fix =
      refused === undefined
        ? 'Is the host running, and is the address right? Give it with --url.'
        : 'Trust its authority with --ca <file> or PLATFORM_CA, and use a name that the certificate is for.';
    return {
      error: 'HOST_UNREACHABLE',
      message:
        refused === undefined ? thrown.message : `${thrown.message} Its certificate is refused: ${refused}.`,
      fix,
      details: undefined,
      exitCode: EXIT.unreachable,
    };
  }
  if (thrown instanceof ApiFailure) {
    const { code, reason, details } = thrown;
    const fix = ENDED_BY_LOGIN.has(code) ? 'Log in again: npx platform login --user <name>' : thrown.fix;
    const exitCode = NOT_ALLOWED.has(code) ? EXIT.notAllowed : EXIT.failed;
    return { error: code, message: reason, fix, details, exitCode };
  }
  throw thrown;
}
