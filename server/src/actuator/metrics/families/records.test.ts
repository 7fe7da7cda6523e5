import { expect, it } from 'vitest';
import { openHostDatabase } from '../../../data/testing/open.ts';
import { requestContext } from '../../../kernel/index.ts';
import { recordFamilies } from './records.ts';

it('counts the runs of all tenants, whoever scrapes', async () => {
  const database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  const run = { job_id: 1, status: 'failed', node: 'x', start_time: new Date(0).toISOString() } as const;
  await requestContext.runIgnoringTenant(() =>
    database.query
      .insertInto('sys_job_log')
      .values(['000000', '000001'].map((tenant_id, at) => ({ ...run, tenant_id, log_id: at + 1 })))
      .execute(),
  );
  const runs = recordFamilies(database).find(({ name }) => name === 'platform_job_runs');
  for (const scrape of [() => runs?.read(), () => requestContext.runAs('000001', async () => runs?.read())])
    expect(await scrape()).toEqual([{ labels: { status: 'failed' }, value: 2 }]);
  await database.close();
});
