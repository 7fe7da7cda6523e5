import type { ExpressionBuilder } from 'kysely';
import type { HostSchema } from '../schema/index.ts';

type Locked = 'app_info' | 'sys_role' | 'sys_tenant';

/**
 * Values of an update that locks its rows on every database until the transaction ends, and is no
 * change of them. The data layer would otherwise set time and actor, so that people who have such
 * a record open would be told that it was changed.
 *
 * @example `query.updateTable('sys_tenant').set(lockOnly).where(…)`
 */
export const lockOnly = <T extends Locked>(eb: ExpressionBuilder<HostSchema, T>) => ({
  update_time: (eb as unknown as ExpressionBuilder<HostSchema, Locked>).ref('update_time'),
  update_by: (eb as unknown as ExpressionBuilder<HostSchema, Locked>).ref('update_by'),
});
