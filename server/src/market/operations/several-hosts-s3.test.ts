import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { ForeignS3 } from '../../infra/testing/foreign-s3.ts';
import { availableRedis } from '../../infra/testing/redis.ts';
import { greeting, HostGroup, hostsIn, installPath, operate, placedFiles } from '../testing/host-group.ts';
import { ok, type MarketHost } from '../testing/market-host.ts';
import { demoScripts } from '../testing/market-suite.ts';
import { controller, PackageWorkshop } from '../testing/test-packages.ts';

const redis = await availableRedis();
afterAll(() => redis?.close());

await describeHostDatabases('design 10.6: hosts with S3 between them', ['sqlite', 'postgres'], (database) => {
  if (!redis || database.name === 'sqlite')
    return void it.skip('needs a database server, and Redis on loopback', () => undefined);

  let workshop: PackageWorkshop;
  let s3: ForeignS3;
  let one: MarketHost;
  let two: MarketHost;
  const group = new HostGroup(database.args, { url: 'redis://127.0.0.1:6379/0', prefix: redis.prefix });
  const alone = { sharesFiles: false };

  async function enableS3(): Promise<void> {
    const { accessKey, bucket, endpoint, secretKey } = s3;
    const { rows = [] } = await one.call('GET', '/system/ossConfig/list');
    const { ossConfigId } = rows.find(({ configKey }) => configKey === 's3') ?? {};
    const settings = { ossConfigId, accessKey, secretKey, bucket, endpoint, pathStyle: true };
    ok(await one.call('PUT', '/system/ossConfig', settings));
    ok(await one.call('PUT', `/system/ossConfig/${String(ossConfigId)}/status`, { status: 1 }));
  }

  beforeAll(async () => {
    [workshop, s3] = [await PackageWorkshop.open(), await ForeignS3.start()];
    one = await group.start();
    await enableS3();
    two = await group.start(alone);
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      await one.publish(
        await workshop.build({ version, backend: controller('demo', version), migrations: demoScripts }),
      );
  });
  afterAll(async () => {
    await group.close();
    await s3.close();
    await workshop.close();
  });

  it('an installation and an upgrade are on both, whose disks share nothing', async () => {
    const report = ok(await one.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
    expect(hostsIn(report, one, two)).toEqual(['current 1.0.0', 'current 1.0.0']);
    await operate(two, 'upgrade', { version: '1.1.0' });
    expect([await greeting(one), await greeting(two)]).toEqual(['1.1.0', '1.1.0']);
    expect(await placedFiles(two)).toEqual(await placedFiles(one));
    expect(await placedFiles(two)).not.toEqual([]);
  });

  it('a third with an empty disk fetches all of it before it is ready', async () => {
    const three = await group.start(alone);
    expect(await greeting(three)).toBe('1.1.0');
    // It never had the version before.
    const current = (await placedFiles(one)).filter((file) => !/1\.?0\.?0/.test(file));
    expect(await placedFiles(three)).toEqual(current);
    await group.stop(three);
  });

  it('a package that is missing for one of them switches nothing, and that host is named', async () => {
    s3.servesOnce = true;
    const answer = await one.call('POST', `${await installPath(one)}/upgrade`, { version: '1.2.0' });
    s3.servesOnce = false;
    expect(answer.error).toBe('HOST_NOT_PREPARED');
    expect(answer.msg).toContain('failed in prepare');
    expect([await greeting(one), await greeting(two)]).toEqual(['1.1.0', '1.1.0']);
    await operate(one, 'upgrade', { version: '1.2.0' });
    expect([await greeting(one), await greeting(two)]).toEqual(['1.2.0', '1.2.0']);
  });
});
