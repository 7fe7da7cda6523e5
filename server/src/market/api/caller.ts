import type { Ctx } from '../../kernel/index.ts';
import type { Caller } from '../operations/application-operations.ts';

/** @param async value of the query parameter `async` */
export function callerOf(ctx: Pick<Ctx, 'user' | 'tenantId'>, async: boolean | undefined): Caller {
  return { tenantId: ctx.tenantId ?? '', actor: ctx.user?.userName ?? null, async: async ?? false };
}
