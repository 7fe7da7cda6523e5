import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { requestContext, type RequestContext } from '../../kernel/index.ts';
import { openHostDatabase } from '../testing/open.ts';

it('design 12: counts the statements of a measured request, and names the longest', async () => {
  const database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  const statements = { count: 0, ms: 0, longest: '', longestMs: 0 };
  const request: RequestContext = { requestId: 'r', tenantId: '000000', user: undefined, statements };
  try {
    await requestContext.run(request, async () => {
      await database.query.selectFrom('sys_user').selectAll().execute();
      expect(statements).toMatchObject({ count: 1, longest: 'select sys_user' });
      expect(statements.ms).toBeGreaterThan(0);
      await database.unfiltered.updateTable('sys_tenant').set({ name: 'A' }).execute();
      await database.transaction(async () => {
        await database.query.deleteFrom('sys_session').execute();
      });
      expect(statements.count).toBe(3);
    });
    await requestContext.run({ ...request, appCode: 'hello' }, () =>
      database.query.selectFrom('sys_user').selectAll().execute(),
    );
    await database.query.selectFrom('sys_user').selectAll().execute();
    expect(statements.count).toBe(3);
  } finally {
    await database.close();
  }
});

it('counts a statement that fails, too', async () => {
  const database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  const statements = { count: 0, ms: 0, longest: '', longestMs: 0 };
  const request: RequestContext = { requestId: 'r', tenantId: '000000', user: undefined, statements };
  try {
    const failing = requestContext.run(request, () =>
      sql`insert into sys_nothing (a) values (1)`.execute(database.unfiltered),
    );
    await expect(failing).rejects.toThrow('sys_nothing');
    expect(statements).toMatchObject({ count: 1, longest: 'insert sys_nothing' });
  } finally {
    await database.close();
  }
});
