import type { LinkedAccount, ProofWays } from '@platform/host-api';
import { isUniqueViolation, type Database, type Ids } from '../../../data/index.ts';
import type { Clock } from '../../../kernel/index.ts';
import type { RightsLog } from '../../logs/rights-log.ts';
import { NO_PASSWORD } from '../accounts.ts';
import { notFound } from '../../shared/failures.ts';
import { identityTaken, onlyWayIn } from './failures.ts';
import type { Providers } from './providers.ts';

/** An account at a provider, which the provider has confirmed. */
export interface ProviderAccount {
  readonly provider: string;
  readonly subject: string;
  readonly subjectName: string | null;
}

/** Owner of the account. */
interface Owner {
  readonly userId: number;
  readonly userName: string;
}

interface LinkedAccountParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly providers: Providers;
  readonly rights: RightsLog;
}

/** The accounts at providers that a user has linked. (design 11.7) */
export class LinkedAccounts {
  readonly #parts: LinkedAccountParts;

  constructor(parts: LinkedAccountParts) {
    this.#parts = parts;
  }

  async list(userId: number): Promise<LinkedAccount[]> {
    const { database, providers } = this.#parts;
    const known = await providers.all();
    const rows = await database.query
      .selectFrom('sys_user_identity')
      .where('user_id', '=', userId)
      .select(['identity_id', 'provider', 'subject', 'subject_name', 'create_time', 'last_used'])
      .orderBy('identity_id')
      .execute();
    return rows.map((row) => ({
      identityId: row.identity_id,
      provider: row.provider,
      providerName: known.get(row.provider)?.name ?? row.provider,
      available: known.has(row.provider),
      subject: row.subject_name ?? row.subject,
      since: row.create_time,
      lastUsed: row.last_used,
    }));
  }

  /** Proofs of identity that the user has, apart from the second factor. */
  async waysOf(userId: number): Promise<Omit<ProofWays, 'code'>> {
    const { database } = this.#parts;
    const user = await database.query
      .selectFrom('sys_user')
      .where('user_id', '=', userId)
      .select('password_hash')
      .executeTakeFirst();
    const linked = (await this.list(userId)).filter(({ available }) => available);
    const providers = new Map(linked.map(({ provider: id, providerName: name }) => [id, { id, name }]));
    return { password: !!user && user.password_hash !== NO_PASSWORD, providers: [...providers.values()] };
  }

  /** @throws OIDC_IDENTITY_TAKEN (409) where another user has linked it */
  async link(user: Owner, { provider, subject, subjectName }: ProviderAccount): Promise<void> {
    const { database, ids, clock, rights } = this.#parts;
    const row = {
      identity_id: ids.next(),
      user_id: user.userId,
      provider,
      subject,
      subject_name: subjectName,
      last_used: new Date(clock.now()).toISOString(),
    };
    try {
      await database.transaction(async () => {
        await database.query.insertInto('sys_user_identity').values(row).execute();
        const after = [`${provider}: ${subjectName ?? subject}`];
        await rights.record({ kind: 'user-credentials', subject: user.userName, before: [], after });
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const owner = await database.query
        .selectFrom('sys_user_identity')
        .where('provider', '=', provider)
        .where('subject', '=', subject)
        .select('user_id')
        .executeTakeFirst();
      if (owner?.user_id !== user.userId) throw identityTaken();
    }
  }

  /** @throws RECORD_NOT_FOUND (404), OIDC_ONLY_WAY_IN (409) */
  async unlink({ userId, userName }: Owner, identityId: number): Promise<void> {
    const { database, rights } = this.#parts;
    await database.transaction(async () => {
      const all = await this.list(userId);
      const gone = all.find((each) => each.identityId === identityId);
      if (!gone) throw notFound('linked account');
      const { password } = await this.waysOf(userId);
      const others = all.filter((each) => each.available && each.identityId !== identityId);
      if (!password && others.length === 0) throw onlyWayIn();
      await database.query
        .deleteFrom('sys_user_identity')
        .where('identity_id', '=', identityId)
        .where('user_id', '=', userId)
        .execute();
      const before = [`${gone.provider}: ${gone.subject}`];
      await rights.record({ kind: 'user-credentials', subject: userName, before, after: [] });
    });
  }
}
