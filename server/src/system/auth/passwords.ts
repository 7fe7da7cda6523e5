import type { Database, Ids } from '../../data/index.ts';
import type { Clock, PlatformConfig } from '../../kernel/index.ts';
import { found, taken } from '../shared/failures.ts';
import type { PasswordHasher } from './password-hash.ts';
import { assertStrongPassword, chosenAt, generatePassword, type PasswordRules } from './password-policy.ts';

const DAY_MS = 86_400_000;

interface PasswordParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly rules: PlatformConfig['password'];
  /** `platform.admin-password`; empty where the first one was generated. */
  readonly configured: string;
}

/** Hashes that are remembered; more super administrators are rare. */
const MOST_COMPARED = 20;

/** A password that is about to be stored. */
export interface NewPassword {
  readonly password: string;
  readonly hash: string;
  /** Null for a generated one. */
  readonly changedAt: string | null;
}

/** Chooses, stores and ages passwords by the operator's rules. (design 11.7) */
export class Passwords {
  readonly #parts: PasswordParts;
  /** By hash, since each comparison takes some tens of milliseconds. */
  readonly #compared = new Map<string, Promise<boolean>>();

  constructor(parts: PasswordParts) {
    this.#parts = parts;
  }

  /**
   * Checks and hashes a password, or makes one.
   *
   * @param given none: one is generated
   * @param field of the request that holds it; a form marks it
   * @throws PASSWORD_TOO_WEAK (400)
   */
  async choose(userName: string, given?: string, field?: string): Promise<NewPassword> {
    const { hasher, clock } = this.#parts;
    const password = given ?? generatePassword(this.#rules);
    assertStrongPassword(password, userName, this.#rules, field);
    return {
      password,
      hash: await hasher.hash(password),
      changedAt: chosenAt(clock, given !== undefined),
    };
  }

  /**
   * Refuses the current password and earlier ones, as many as the rules say.
   *
   * @throws PASSWORD_UNCHANGED, PASSWORD_REUSED (409)
   */
  async assertUnused(userId: number, password: string): Promise<void> {
    const { database, hasher, rules } = this.#parts;
    if (await hasher.verify(password, await this.#current(userId))) {
      throw taken(
        'newPassword',
        'PASSWORD_UNCHANGED',
        'The new password equals the old one.',
        'Choose another.',
      );
    }
    const former = await database.query
      .selectFrom('sys_password_history')
      .where('user_id', '=', userId)
      .select('password_hash')
      .orderBy('history_id', 'desc')
      .limit(rules.history - 1)
      .execute();
    for (const row of former) {
      if (!(await hasher.verify(password, row.password_hash))) continue;
      throw taken(
        'newPassword',
        'PASSWORD_REUSED',
        `This is one of your last ${rules.history} passwords.`,
        'Choose one that you have not had.',
      );
    }
  }

  /** Stores a password and keeps the former one. */
  store(userId: number, { hash, changedAt }: NewPassword): Promise<void> {
    const { database } = this.#parts;
    return database.transaction(async () => {
      await this.#keepFormer(userId);
      await database.query
        .updateTable('sys_user')
        .set({ password_hash: hash, password_changed_at: changedAt })
        .where('user_id', '=', userId)
        .execute();
    });
  }

  async #keepFormer(userId: number): Promise<void> {
    const { database, ids, rules } = this.#parts;
    if (rules.history > 1) {
      await database.query
        .insertInto('sys_password_history')
        .values({ history_id: ids.next(), user_id: userId, password_hash: await this.#current(userId) })
        .execute();
    }
    await this.#prune(userId);
  }

  /** Removes what is kept of users who are removed. */
  async forget(userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return;
    await this.#parts.database.query
      .deleteFrom('sys_password_history')
      .where('user_id', 'in', userIds)
      .execute();
  }

  /** Whether a stored hash is one of the configured password. */
  isConfigured(hash: string): Promise<boolean> {
    const { configured, hasher } = this.#parts;
    if (configured === '') return Promise.resolve(false);
    const known = this.#compared.get(hash);
    if (known) return known;
    if (this.#compared.size >= MOST_COMPARED) this.#compared.clear();
    const compared = hasher.verify(configured, hash);
    this.#compared.set(hash, compared);
    return compared;
  }

  /** @param changedAt null for a generated one, whose owner is asked for another anyway */
  isExpired(changedAt: string | null): boolean {
    const { clock, rules } = this.#parts;
    const days = rules['max-age-days'];
    return days > 0 && changedAt !== null && clock.now() - Date.parse(changedAt) >= days * DAY_MS;
  }

  get #rules(): PasswordRules {
    const { rules } = this.#parts;
    return { minLength: rules['min-length'], classes: rules.classes };
  }

  async #current(userId: number): Promise<string> {
    const row = await this.#parts.database.query
      .selectFrom('sys_user')
      .where('user_id', '=', userId)
      .select('password_hash')
      .executeTakeFirst();
    return found(row, 'user').password_hash;
  }

  async #prune(userId: number): Promise<void> {
    const { database, rules } = this.#parts;
    const kept = await database.query
      .selectFrom('sys_password_history')
      .where('user_id', '=', userId)
      .select('history_id')
      .orderBy('history_id', 'desc')
      .execute();
    const old = kept.slice(rules.history - 1).map((row) => row.history_id);
    if (old.length === 0) return;
    await database.query.deleteFrom('sys_password_history').where('history_id', 'in', old).execute();
  }
}
