import { isUniqueViolation, type Database, type Ids } from '../../../data/index.ts';
import { requestContext, type Clock } from '../../../kernel/index.ts';
import { normalUserName, type Account, type Accounts } from '../accounts.ts';
import type { Passwords } from '../passwords.ts';
import type { Claims } from './provider-client.ts';
import type { Provider } from './providers-file.ts';

const USER_NAME = /^[a-z0-9][a-z0-9_.@-]{1,49}$/;

interface IdentityParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly passwords: Passwords;
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
    const userId = (await this.linked(provider.id, claims.sub)) ?? (await this.#firstLogin(provider, claims));
    if (userId === undefined) return undefined;
    const account = await this.#parts.accounts.byId(userId);
    if (account) await this.#assignRoles(account, provider, claims);
    return account;
  }

  async linked(provider: string, subject: string): Promise<number | undefined> {
    const row = await this.#parts.database.query
      .selectFrom('sys_user_identity')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .select('user_id')
      .executeTakeFirst();
    return row?.user_id;
  }

  async #firstLogin(provider: Provider, claims: Claims): Promise<number | undefined> {
    const { database, ids } = this.#parts;
    const userId = await requestContext.runAs(provider.tenant, async () => {
      return (
        (await this.#find(provider, claims)) ?? (provider.create ? this.#add(provider, claims) : undefined)
      );
    });
    if (userId === undefined) return undefined;
    try {
      await database.query
        .insertInto('sys_user_identity')
        .values({ identity_id: ids.next(), user_id: userId, provider: provider.id, subject: claims.sub })
        .execute();
      return userId;
    } catch (error) {
      // Another request of the same person was first.
      if (isUniqueViolation(error)) return this.linked(provider.id, claims.sub);
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
    const { database, ids, clock, passwords } = this.#parts;
    const userName = userNameOf(provider, claims);
    if (userName === undefined) return undefined;
    const { hash } = await passwords.choose(userName);
    const userId = ids.next();
    const nickName = typeof claims['name'] === 'string' && claims['name'] !== '' ? claims['name'] : userName;
    // An address that is not theirs would keep its owner from being found by it.
    const verified = claims['email_verified'] === true && typeof claims['email'] === 'string';
    const email = verified ? String(claims['email']).slice(0, 100) : null;
    try {
      await database.query
        .insertInto('sys_user')
        .values({
          user_id: userId,
          user_name: userName,
          nick_name: nickName.slice(0, 50),
          email,
          status: 1,
          password_hash: hash,
          // Nobody knows it, so nobody is asked for another.
          password_changed_at: new Date(clock.now()).toISOString(),
        })
        .execute();
    } catch (error) {
      // The name belongs to somebody who is not linked.
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
    return userId;
  }

  /** Gives and takes the roles that the provider decides; others stay. */
  async #assignRoles({ userId, tenantId }: Account, provider: Provider, claims: Claims): Promise<void> {
    const decided = [...new Set(Object.values(provider.roles))];
    if (decided.length === 0) return;
    const claimed = claims[provider['roles-claim']];
    const values = (Array.isArray(claimed) ? claimed : [claimed]).filter(
      (value) => typeof value === 'string',
    );
    const wanted = new Set(values.map((value) => provider.roles[value]));
    const { database } = this.#parts;
    await requestContext.runAs(tenantId, () =>
      database.transaction(async () => {
        const roles = await database.query
          .selectFrom('sys_role')
          .where('role_key', 'in', decided)
          .select(['role_id', 'role_key'])
          .execute();
        const ids = roles.map((role) => role.role_id);
        if (ids.length === 0) return;
        await database.query
          .deleteFrom('sys_user_role')
          .where('user_id', '=', userId)
          .where('role_id', 'in', ids)
          .execute();
        const given = roles.filter((role) => wanted.has(role.role_key));
        if (given.length === 0) return;
        await database.query
          .insertInto('sys_user_role')
          .values(given.map((role) => ({ user_id: userId, role_id: role.role_id })))
          .execute();
      }),
    );
  }
}

function userNameOf(provider: Provider, claims: Claims): string | undefined {
  const claim = claims[provider['user-name-claim']];
  const name = typeof claim === 'string' ? normalUserName(claim) : '';
  return USER_NAME.test(name) ? name : undefined;
}
