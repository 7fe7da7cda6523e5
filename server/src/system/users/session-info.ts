import { sessionInfoContracts } from '@platform/host-api';
import {
  DEFAULT_TENANT,
  defineRoute,
  requestContext,
  type Acting,
  type LoginUser,
  type Route,
} from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { Passwords } from '../auth/passwords.ts';
import { ALL_PERMISSIONS, callerOf } from '../shared/authority.ts';
import { WITHHELD } from '../shared/platform-permissions.ts';
import { found } from '../shared/failures.ts';
import { preferencesOf } from './preferences.ts';

/** `GET /system/user/getInfo`: who is logged in, for the shell. (design 2.2) */
export function sessionInfoRoutes(database: Database, passwords: Passwords): Route[] {
  return [
    defineRoute({
      ...sessionInfoContracts.get,
      async handler(ctx) {
        const user = callerOf(ctx);
        const info = await sessionInfo(database, user, requestContext.current()?.user?.acting);
        return (await hasConfigured(database, passwords, user))
          ? { ...info, passwordConfigured: true }
          : info;
      },
    }),
  ];
}

/** Only super administrators begin with it, as the system check knows. */
async function hasConfigured(database: Database, passwords: Passwords, user: LoginUser): Promise<boolean> {
  if (user.tenantId !== DEFAULT_TENANT || !user.permissions.includes(ALL_PERMISSIONS)) return false;
  const row = await database.query
    .selectFrom('sys_user')
    .where('user_id', '=', user.userId)
    .select('password_hash')
    .executeTakeFirst();
  return row !== undefined && passwords.isConfigured(row.password_hash);
}

async function sessionInfo(database: Database, user: LoginUser, acting: Acting | undefined) {
  const { userId } = user;
  const tenantId = acting?.tenantId ?? user.tenantId;
  const row = found(
    await database.query
      .selectFrom('sys_user')
      .where('user_id', '=', userId)
      .select(['user_name', 'nick_name', 'avatar', 'email', 'password_changed_at', 'preferences'])
      .executeTakeFirst(),
    'user',
  );
  const tenant = await database.query
    .selectFrom('sys_tenant')
    .where('tenant_code', '=', tenantId)
    .select('name')
    .executeTakeFirst();
  return {
    user: {
      userId,
      userName: row.user_name,
      nickName: row.nick_name,
      tenantId,
      ...(row.avatar ? { avatar: row.avatar } : {}),
      ...(row.email ? { email: row.email } : {}),
    },
    roles: [...user.roles],
    permissions: [...user.permissions],
    tenant: { tenantId, name: tenant?.name ?? tenantId },
    ...(acting
      ? { acting: { mayWrite: acting.mayWrite, isOver: acting.isOver, withheld: [...WITHHELD] } }
      : {}),
    passwordGenerated: row.password_changed_at === null,
    preferences: preferencesOf(row),
  };
}
