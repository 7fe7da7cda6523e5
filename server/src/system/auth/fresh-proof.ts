import {
  PlatformError,
  requestContext,
  serviceToken,
  type Clock,
  type LoginUser,
} from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { found } from '../shared/failures.ts';
import type { LoginAttempts } from './delays/index.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { Sessions } from './sessions.ts';

const VALID_MS = 15 * 60_000;

interface ProofParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly attempts: LoginAttempts;
  readonly sessions: Sessions;
}

/** What an attempt of a proof comes with. */
export interface ProofRequest {
  readonly user: LoginUser;
  readonly sessionId: number;
  readonly password: string;
  readonly ip: string;
  readonly signal: AbortSignal;
}

/**
 * Asks people again who they are, before what an unattended browser or a stolen session must not do. A login is a proof,
 * too. (design 16-19, 11.8-15)
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
      message: 'This needs your password again: your login is more than 15 minutes ago.',
      fix: 'Send the password to POST /auth/proof, or log in again; then repeat the request.',
      details: { validSeconds: VALID_MS / 1000 },
    });
  }

  /**
   * Takes the password as a proof for the session of the request. A wrong one counts as a failed login.
   *
   * @returns seconds that the proof is good for
   * @throws PROOF_FAILED (400), LOGIN_LOCKED, LOGIN_RATE_LIMITED (429)
   */
  async prove({ user, sessionId, password, ip, signal }: ProofRequest): Promise<number> {
    const { database, hasher, attempts, sessions } = this.#parts;
    const attempt = { tenantId: user.tenantId, userName: user.userName, ip, signal };
    await attempts.begin(attempt);
    const row = await database.query
      .selectFrom('sys_user')
      .where('user_id', '=', user.userId)
      .select('password_hash')
      .executeTakeFirst();
    if (!(await hasher.verify(password, found(row, 'user').password_hash))) throw failed();
    await attempts.succeed(attempt);
    await sessions.prove(sessionId);
    return VALID_MS / 1000;
  }
}

export const FRESH_PROOF = serviceToken<FreshProof>('fresh proof');

function failed(): PlatformError {
  return new PlatformError({
    code: 'PROOF_FAILED',
    status: 400,
    message: 'The password is wrong.',
    fix: 'Enter the password that you log in with.',
  });
}
