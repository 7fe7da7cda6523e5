import type { Clock } from '../../../kernel/index.ts';
import { DEFAULT_TENANT } from '../../../kernel/index.ts';
import { createSecret, enrolmentOf, stepOf, type Enrolment } from './authenticator.ts';
import type { FactorPolicies } from './factor-policy.ts';
import type { FactorStore } from './factor-store.ts';
import { codeWrong, factorMissing, factorOff, factorPresent, factorRequired } from './failures.ts';
import { codeHash, createRecoveryCodes, normalCode } from './recovery-codes.ts';

/** Owner of a second factor. */
export interface FactorOwner {
  readonly userId: number;
  readonly userName: string;
  readonly tenantId: string;
}

interface SecondFactorParts {
  readonly store: FactorStore;
  readonly policies: FactorPolicies;
  readonly clock: Clock;
  /** Name of the platform, which authenticators show. */
  readonly issuer: string;
}

/** Authenticators (TOTP, RFC 6238) and recovery codes of users. (design 11.7, 11.8-15) */
export class SecondFactor {
  readonly #parts: SecondFactorParts;

  constructor(parts: SecondFactorParts) {
    this.#parts = parts;
  }

  async status(owner: FactorOwner) {
    const { store, policies } = this.#parts;
    const policy = await policies.of(owner);
    const since = (await store.find(owner.userId))?.confirmedAt ?? null;
    const recoveryCodesLeft = since === null ? 0 : await store.countCodes(owner.userId);
    const byPlatform = await policies.requiredByPlatform();
    return { policy, byPlatform, enrolled: since !== null, since, recoveryCodesLeft };
  }

  /**
   * Returns the step that follows the first factor. One that is set up is asked for whatever
   * the policy says now.
   */
  async neededBy(owner: FactorOwner): Promise<'totp' | 'enrol' | undefined> {
    if (await this.#isEnrolled(owner.userId)) return 'totp';
    return (await this.#parts.policies.of(owner)) === 'required' ? 'enrol' : undefined;
  }

  /**
   * Makes a secret, which counts from its first code on.
   *
   * @throws SECOND_FACTOR_OFF, SECOND_FACTOR_PRESENT (409)
   */
  async start(owner: FactorOwner): Promise<Enrolment> {
    const { store, policies, issuer } = this.#parts;
    if ((await policies.of(owner)) === 'off') throw factorOff();
    const secret = createSecret();
    if (!(await store.put(owner.userId, secret))) throw factorPresent();
    const { userName, tenantId } = owner;
    return enrolmentOf(secret, issuer, tenantId === DEFAULT_TENANT ? userName : `${userName} (${tenantId})`);
  }

  /**
   * Takes the first code of a new authenticator.
   *
   * @param wrongStatus of the refusal of a wrong code
   * @returns the recovery codes
   * @throws SECOND_FACTOR_WRONG (`wrongStatus`), SECOND_FACTOR_MISSING, SECOND_FACTOR_PRESENT (409)
   */
  async confirm(userId: number, code: string, wrongStatus: 400 | 401): Promise<string[]> {
    const { store, clock } = this.#parts;
    const factor = await store.find(userId);
    if (!factor) throw factorMissing();
    if (factor.confirmedAt !== null) throw factorPresent();
    const now = clock.now();
    const step = stepOf(factor.secret, normalCode(code), now);
    if (step === undefined) throw codeWrong(wrongStatus);
    if (!(await store.confirm(userId, new Date(now).toISOString(), step))) throw factorPresent();
    return this.#newCodes(userId);
  }

  /** Whether a code of the authenticator, or a recovery code, is right; it is used up. */
  async verify(userId: number, code: string): Promise<boolean> {
    const { store, clock } = this.#parts;
    const factor = await store.find(userId);
    if (!factor?.confirmedAt) return false;
    const given = normalCode(code);
    const step = stepOf(factor.secret, given, clock.now());
    if (step !== undefined) return store.advance(userId, step);
    return store.useCode(userId, codeHash(given));
  }

  /** @throws SECOND_FACTOR_MISSING (409) */
  async renewCodes(userId: number): Promise<string[]> {
    if (!(await this.#isEnrolled(userId))) throw factorMissing();
    return this.#newCodes(userId);
  }

  /** @throws SECOND_FACTOR_MISSING, SECOND_FACTOR_REQUIRED (409) */
  async remove(owner: FactorOwner): Promise<void> {
    if (!(await this.#isEnrolled(owner.userId))) throw factorMissing();
    if ((await this.#parts.policies.of(owner)) === 'required') throw factorRequired();
    await this.#parts.store.remove([owner.userId]);
  }

  async #isEnrolled(userId: number): Promise<boolean> {
    return !!(await this.#parts.store.find(userId))?.confirmedAt;
  }

  async #newCodes(userId: number): Promise<string[]> {
    const codes = createRecoveryCodes();
    await this.#parts.store.replaceCodes(userId, codes.map(codeHash));
    return codes;
  }
}
