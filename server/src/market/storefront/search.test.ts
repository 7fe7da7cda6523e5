import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { MarketHost, ok } from '../testing/market-host.ts';
import { PackageWorkshop } from '../testing/test-packages.ts';

await describeHostDatabases('searching for an application, whatever the case of its letters', ({ args }) => {
  let host: MarketHost;
  let workshop: PackageWorkshop;

  beforeAll(async () => {
    workshop = await PackageWorkshop.open();
    host = await MarketHost.start(args);
    await host.publish(await workshop.build({ code: 'plain' }));
    await host.publish(await workshop.build({ code: 'demo', manifest: { name: 'Überblick Журнал 100%' } }));
    ok(await host.call('POST', '/app/install', { appCode: 'demo' }));
  });
  afterAll(async () => {
    await host.close();
    await workshop.close();
  });

  it.each(['über', 'ÜBER', 'журнал', 'ЖУРНАЛ', 'DEMO', '100%'])(
    'finds it by %s, on every database',
    async (word) => {
      for (const list of ['/app/market/list', '/app/console/list', '/app/install/list']) {
        const { rows } = await host.call('GET', `${list}?keyword=${encodeURIComponent(word)}`);
        expect(
          rows?.map((row) => row['appCode']),
          list,
        ).toEqual(['demo']);
      }
    },
  );

  it.each(['%', '_', '!', 'übel'])('takes %s literally', async (word) => {
    const { rows } = await host.call('GET', `/app/console/list?keyword=${encodeURIComponent(word)}`);
    expect(rows?.map((row) => row['appCode'])).toEqual(word === '%' ? ['demo'] : []);
  });

  it('uses one lower() and one upper()', async () => {
    const { rows } = await sql<Record<string, unknown>>`select lower('ÄÖ Ж1') as low, upper('äö ж1') as up,
      lower(null) as absent`.execute(host.database.query);
    expect(rows).toEqual([{ low: 'äö ж1', up: 'ÄÖ Ж1', absent: null }]);
  });
});
