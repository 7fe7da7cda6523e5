import { isUniqueViolation, type Database, type Ids } from '../../../data/index.ts';
import { requestContext, type Clock } from '../../../kernel/index.ts';
import type { RightsLog } from '../../logs/rights-log.ts';
import { NO_PASSWORD, normalUserName, type Account, type Accounts } from '../accounts.ts';
import type { Claims } from './provider-client.ts';
import type { Provider } from './providers-file.ts';

const USER_NAME = /^[a-z0-9][a-z0-9_.@-]{1,49}$/;

interface IdentityParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly rights: RightsLog;
}

/** Users of people whom a provider has confirmed. (design 11.7) */
export class Identities {
  readonly #parts: IdentityParts;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
  }

  /**
   * The user of a person: linked before, else found or added as the provider is configured. Roles
   * follow the claims.
   *
   * @returns undefined: the person has no account here
   */
  async accountOf(provider: Provider, claims: Claims): Promise<Account | undefined> {
    const userId = (await this.used(provider.id, claims)) ?? (await this.#firstLogin(provider, claims));
    if (userId === undefined) return undefined;
    const account = await this.#parts.accounts.byId(userId);
    if (account) await this.#assignRoles(account, provider, claims);
    return account;
  }

  /**
   * The user who has linked this account at the provider, which is used now.
   *
   * @returns undefined: nobody has
   */
  async used(provider: string, claims: Claims): Promise<number | undefined> {
    const { database, clock } = this.#parts;
    const row = await database.query
      .selectFrom('sys_user_identity')
      .where('provider', '=', provider)
      .where('subject', '=', claims.sub)
      .select(['identity_id', 'user_id'])
      .executeTakeFirst();
    if (!row) return undefined;
    await database.query
      .updateTable('sys_user_identity')
      .set({ last_used: new Date(clock.now()).toISOString(), subject_name: subjectNameOf(claims) })
      .where('identity_id', '=', row.identity_id)
      .execute();
    return row.user_id;
  }

  async #firstLogin(provider: Provider, claims: Claims): Promise<number | undefined> {
    const { database, ids, clock } = this.#parts;
    const userId = await requestContext.runAs(provider.tenant, async () => {
      return (
        (await this.#find(provider, claims)) ?? (provider.create ? this.#add(provider, claims) : undefined)
      );
    });
    if (userId === undefined) return undefined;
    try {
      await database.query
        .insertInto('sys_user_identity')
        .values({
          identity_id: ids.next(),
          user_id: userId,
          provider: provider.id,
          subject: claims.sub,
          subject_name: subjectNameOf(claims),
          last_used: new Date(clock.now()).toISOString(),
        })
        .execute();
      return userId;
    } catch (error) {
      // Another request of the same person was first.
      if (isUniqueViolation(error)) return this.used(provider.id, claims);
      throw error;
    }
  }

  async #find(provider: Provider, claims: Claims): Promise<number | undefined> {
    const { email, email_verified: verified } = claims;
    const users = this.#parts.database.query.selectFrom('sys_user').select('user_id').limit(2);
    if (provider.match === 'email' && typeof email === 'string' && verified === true) {
      const found = await users.where('email', '=', email).execute();
      // An address that two users have names neither.
      return found.length === 1 ? found[0]?.user_id : undefined;
    }
    const name = userNameOf(provider, claims);
    if (provider.match !== 'user-name' || name === undefined) return undefined;
    return (await users.where('user_name', '=', name).executeTakeFirst())?.user_id;
  }

  async #add(provider: Provider, claims: Claims): Promise<number | undefined> {
    const { database, ids, clock, rights } = this.#parts;
    const userName = userNameOf(provider, claims);
    if (userName === undefined) return undefined;
    const userId = ids.next();
    const nickName = typeof claims['name'] === 'string' && claims['name'] !== '' ? claims['name'] : userName;
    // An address that is not theirs would keep its owner from being found by it.
    const verified = claims['email_verified'] === true && typeof claims['email'] === 'string';
    const email = verified ? String(claims['email']).slice(0, 100) : null;
    const store = async (): Promise<void> => {
      await database.query
        .insertInto('sys_user')
        .values({
          user_id: userId,
          user_name: userName,
          nick_name: nickName.slice(0, 50),
          email,
          status: 1,
          password_hash: NO_PASSWORD,
          // None was generated, so nobody is asked for another.
          password_changed_at: new Date(clock.now()).toISOString(),
        })
        .execute();
      await rights.record({
        kind: 'user-state',
        subject: userName,
        before: [],
        after: ['enabled'],
        cause: causeOf(provider),
      });
    };
    try {
      await database.transaction(store);
    } catch (error) {
      // The name belongs to somebody who is not linked.
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
    return userId;
  }

  /** Gives and takes the roles that the provider decides; others stay. */
  async #assignRoles(
    { userId, userName, tenantId }: Account,
    provider: Provider,
    claims: Claims,
  ): Promise<void> {
    const decided = [...new Set(Object.values(provider.roles))];
    if (decided.length === 0) return;
    const claimed = claims[provider['roles-claim']];
    const values = (Array.isArray(claimed) ? claimed : [claimed]).filter(
      (value) => typeof value === 'string',
    );
    const wanted = new Set(values.map((value) => provider.roles[value]));
    const { database, rights } = this.#parts;
    await requestContext.runAs(tenantId, () =>
      database.transaction(async () => {
        const roles = await database.query
          .selectFrom('sys_role')
          .where('role_key', 'in', decided)
          .select(['role_id', 'role_key'])
          .execute();
        const ids = roles.map((role) => role.role_id);
        if (ids.length === 0) return;
        const held = await database.query
          .selectFrom('sys_user_role')
          .where('user_id', '=', userId)
          .where('role_id', 'in', ids)
          .select('role_id')
          .execute();
        const heldIds = new Set(held.map((row) => row.role_id));
        await database.query
          .deleteFrom('sys_user_role')
          .where('user_id', '=', userId)
          .where('role_id', 'in', ids)
          .execute();
        const given = roles.filter((role) => wanted.has(role.role_key));
        await rights.record({
          kind: 'user-roles',
          subject: userName,
          before: roles.filter((role) => heldIds.has(role.role_id)).map((role) => role.role_key),
          after: given.map((role) => role.role_key),
          cause: causeOf(provider),
        });
        if (given.length === 0) return;
        await database.query
          .insertInto('sys_user_role')
          .values(given.map((role) => ({ user_id: userId, role_id: role.role_id })))
          .execute();
      }),
    );
  }
}

const causeOf = ({ id }: Provider): string => `oidc:${id}`;

/** Label by which people recognise the account. */
export function subjectNameOf(claims: Claims): string | null {
  const names = ['email', 'preferred_username', 'name'].map((claim) => claims[claim]);
  const name = names.find((each) => typeof each === 'string' && each !== '') as string | undefined;
  return name?.slice(0, 200) ?? null;
}

function userNameOf(provider: Provider, claims: Claims): string | undefined {
  const claim = claims[provider['user-name-claim']];
  const name = typeof claim === 'string' ? normalUserName(claim) : '';
  return USER_NAME.test(name) ? name : undefined;
}
