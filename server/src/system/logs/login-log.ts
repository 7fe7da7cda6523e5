import { requestContext, type Logger } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { WriteBehind } from './write-behind.ts';

/** A login, successful or not, or a logout. */
export interface LoginEvent {
  readonly event: 'login' | 'logout';
  readonly tenantId: string;
  readonly userName: string;
  readonly userId?: number;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly success: boolean;
  /** Stable code of the failure. */
  readonly reason?: string;
}

/** Writes `sys_login_log`. */
export class LoginLog {
  readonly #entries: WriteBehind<LoginEvent>;

  constructor(database: Database, ids: Ids, logger: Logger) {
    this.#entries = new WriteBehind(async (events) => {
      const taken = await ids.take(events.length);
      await requestContext.runIgnoringTenant(() =>
        database.query
          .insertInto('sys_login_log')
          .values(
            events.map((event, at) => ({
              login_id: taken[at] ?? ids.next(),
              tenant_id: event.tenantId.slice(0, 20).replaceAll('\0', '\uFFFD'),
              user_name: event.userName.slice(0, 50).replaceAll('\0', '\uFFFD'),
              user_id: event.userId ?? null,
              ip: event.ip.slice(0, 60),
              user_agent: event.userAgent?.slice(0, 250) ?? null,
              event: event.event,
              success: event.success,
              reason: event.reason ?? null,
            })),
          )
          .execute(),
      );
    }, logger);
  }

  record(event: LoginEvent): void {
    this.#entries.add(event);
  }

  flush(): Promise<void> {
    return this.#entries.flush();
  }
}
