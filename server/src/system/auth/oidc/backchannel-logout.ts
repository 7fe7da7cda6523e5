import type { Database } from '../../../data/index.ts';
import { requestContext, type Logger } from '../../../kernel/index.ts';
import type { LoginLog } from '../../logs/login-log.ts';
import type { Sessions } from '../sessions.ts';
import { logoutInvalid } from './failures.ts';
import { TAKEN_MS, type LogoutToken } from './logout-token.ts';
import type { OidcLogin } from './oidc-login.ts';
import type { TakenTokens } from './taken-tokens.ts';

interface BackchannelLogoutParts {
  readonly database: Database;
  readonly taken: TakenTokens;
  readonly logger: Logger;
  readonly oidc: Pick<OidcLogin, 'logoutToken'>;
  readonly sessions: Sessions;
  readonly log: LoginLog;
}

/** From where the provider asks. */
interface Asker {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/**
 * Ends sessions when their provider says that the person has logged out there, without a browser.
 * (design 11.7, OpenID Connect Back-Channel Logout 1.0)
 */
export class BackchannelLogout {
  readonly #parts: BackchannelLogoutParts;

  constructor(parts: BackchannelLogoutParts) {
    this.#parts = parts;
  }

  /**
   * Takes a logout token, once. That no session is left is no failure.
   *
   * @throws OIDC_PROVIDER_UNKNOWN (404), OIDC_LOGOUT_INVALID, OIDC_LOGOUT_FAILED (400)
   */
  async take(provider: string, token: string, asker: Asker): Promise<void> {
    const { oidc, logger } = this.#parts;
    try {
      await this.#end(provider, await oidc.logoutToken(provider, token), asker);
    } catch (error) {
      logger.warn('A logout that a login provider asked for failed', { provider, error });
      throw error;
    }
  }

  /** In one transaction: where ending fails, the provider may send the same token again. */
  async #end(provider: string, token: LogoutToken, asker: Asker): Promise<void> {
    const { database, taken, sessions, log } = this.#parts;
    const ended = await requestContext.runIgnoringTenant(() =>
      database.transaction(async () => {
        if (!(await taken.take(provider, token.jti, TAKEN_MS))) throw logoutInvalid('it was taken before');
        const found = await this.#sessionsOf(provider, token);
        await sessions.end({ sessionIds: found.map(({ session_id: id }) => id) });
        return found;
      }),
    );
    for (const { tenant_id: tenantId, user_id: userId, user_name: userName } of ended) {
      log.record({ event: 'logout', success: true, tenantId, userId, userName, ...asker });
    }
  }

  /**
   * Those of the provider's session, and of the person, too, where it is not known which session
   * they came from. Without a session in the token, all of the person.
   */
  #sessionsOf(provider: string, { sid, sub }: LogoutToken) {
    const all = this.#parts.database.query
      .selectFrom('sys_session')
      .select(['session_id', 'user_id', 'user_name', 'tenant_id'])
      .where('provider', '=', provider);
    if (sid === undefined) return all.where('provider_subject', '=', sub ?? '').execute();
    if (sub === undefined) return all.where('provider_sid', '=', sid).execute();
    return all
      .where('provider_subject', '=', sub)
      .where((eb) => eb.or([eb('provider_sid', '=', sid), eb('provider_sid', 'is', null)]))
      .execute();
  }
}
