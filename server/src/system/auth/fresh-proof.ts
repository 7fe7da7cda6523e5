import { PlatformError, requestContext, serviceToken, type Clock } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { LoginAttempts } from './delays/index.ts';
import type { SecondFactor } from './factor/index.ts';
import { confirmCounted, confirmOwnPassword, type Confirmation } from './confirm-own-password.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { Sessions } from './sessions.ts';

const VALID_MS = 15 * 60_000;

interface ProofParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly attempts: LoginAttempts;
  readonly sessions: Sessions;
  readonly factor: SecondFactor;
}

/** The input of a proof: password or code. */
export interface ProofRequest extends Confirmation {
  readonly sessionId: number;
  readonly password?: string;
  /** Code of the authenticator, or a recovery code; takes precedence over a password. */
  readonly code?: string;
}

/**
 * Asks people again who they are, before what an unattended browser or a stolen session must not
 * do. A login is a proof, too. (design 16-19, 11.8-15)
 */
export class FreshProof {
  readonly #parts: ProofParts;

  constructor(parts: ProofParts) {
    this.#parts = parts;
  }

  /**
   * For handlers of what needs a proof.
   *
   * @throws PROOF_NEEDED (403) when the session of the request has none of the last 15 minutes
   */
  require(): void {
    const provedAt = requestContext.current()?.user?.provedAt ?? 0;
    if (this.#parts.clock.now() - provedAt < VALID_MS) return;
    throw new PlatformError({
      code: 'PROOF_NEEDED',
      status: 403,
      message: 'This action needs your password or a code, because your login is more than 15 minutes old.',
      fix: 'Send password or code to POST /auth/proof, or log in again. Then repeat the request.',
      details: { validSeconds: VALID_MS / 1000 },
    });
  }

  /**
   * Takes password or code as a proof for the session of the request. A wrong one counts as a
   * failed login.
   *
   * @returns seconds that the proof is good for
   * @throws PROOF_FAILED (400), LOGIN_LOCKED, LOGIN_RATE_LIMITED (429)
   */
  async prove({ sessionId, password = '', code, ...who }: ProofRequest): Promise<number> {
    const { sessions, attempts, factor } = this.#parts;
    if (code === undefined) await confirmOwnPassword(this.#parts, { ...who, password }, wrongPassword);
    else await confirmCounted(attempts, who, wrongCode, () => factor.verify(who.user.userId, code));
    await sessions.prove(sessionId);
    return VALID_MS / 1000;
  }
}

export const FRESH_PROOF = serviceToken<FreshProof>('fresh proof');

const failed = (field: 'password' | 'code', message: string, fix: string): PlatformError =>
  new PlatformError({ code: 'PROOF_FAILED', status: 400, message, fix, details: { field } });

const wrongPassword = (): PlatformError =>
  failed('password', 'The password is wrong.', 'Enter your current password.');

const wrongCode = (): PlatformError =>
  failed(
    'code',
    'The code is wrong, or has been used.',
    'Enter the code that your authenticator shows now, or a recovery code.',
  );
