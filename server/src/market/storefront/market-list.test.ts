import { afterAll, beforeAll, expect, it } from 'vitest';
import { availableDatabases, describeHostDatabases } from '../../data/testing/databases.ts';
import { MarketHost, ok } from '../testing/market-host.ts';
import { offerApplications, type Offered } from '../testing/offer-applications.ts';
import { controller, PackageWorkshop } from '../testing/test-packages.ts';

const offered: Offered[] = [
  {
    code: 'stock',
    name: 'Warehouse',
    description: 'Goods, in 100% of all places',
    names: { 'zh-CN': '仓库', fr: 'Entrepôt' },
    descriptions: { 'zh-CN': '各处的货物' },
    category: 'Trade',
    day: 3,
  },
  { code: 'orders', name: 'orders', description: 'Warehouse papers', category: 'Trade', day: 9 },
  { code: 'people', name: '人事管理', description: '员工与部门', author: 'Lee & Sons', day: 5 },
  { code: 'visits', name: 'Äußere Besuche', category: 'People', author: 'Ann O’Hara', day: 7 },
  ...Array.from({ length: 40 }, (_, index) => ({ code: `many${index + 10}`, category: 'Many', day: 2 })),
];

/** Query and the codes that it finds, in order. Demo is a real package; the others are records. */
const searches: ReadonlyArray<readonly [query: string, codes: string]> = [
  ['keyword=warehouse', 'orders stock'],
  ['keyword=WAREHOUSE goods', 'stock'],
  ['keyword=warehouse people', ''],
  ['keyword=STO', 'stock'],
  ['keyword=部门', 'people'],
  ['keyword=仓库', 'stock'],
  ['keyword=entrepôt 货物', 'stock'],
  ['keyword=zh-CN', ''],
  ['keyword=lee %26 sons', 'people'],
  ['keyword=O’Hara', 'visits'],
  ['keyword=100%25', 'stock'],
  ['keyword=%25', 'stock'],
  ['keyword=_', ''],
  ["keyword='", ''],
  ['category=Trade', 'orders stock'],
  ['category=trade', ''],
  ['category=Trade&keyword=papers', 'orders'],
  ['category=Trade&orderByColumn=appCode&isAsc=desc', 'stock orders'],
  ['orderByColumn=releaseTime&isAsc=desc&pageSize=3&category=', 'demo orders visits'],
  ['category=Many&pageSize=3', 'many10 many11 many12'],
  ['category=Many&pageSize=3&pageNum=14', 'many49'],
  ['category=Many&pageSize=3&pageNum=15', ''],
  ['category=Many&isAsc=desc&pageSize=2', 'many49 many48'],
];

const inChinese = (name: string) => ({ names: { 'zh-CN': name }, descriptions: { 'zh-CN': `${name}。` } });

const users = await availableDatabases('host');

const IN_SHORT = ['sqlite', 'postgres'] as const;
const title = 'the market of a publisher and of its user edition';
await describeHostDatabases(title, IN_SHORT, ({ name, args }) => {
  const own = users.find((database) => database.name === name);
  let workshop: PackageWorkshop;
  let publisher: MarketHost;
  let user: MarketHost;

  beforeAll(async () => {
    workshop = await PackageWorkshop.open();
    publisher = await MarketHost.start(args);
    await publisher.publish(await workshop.build({ manifest: inChinese('演示') }));
    await offerApplications(publisher, offered);
    const { token } = ok(await publisher.call('POST', '/app/console/catalog-token', { name: 'test' }));
    user = await MarketHost.start([
      ...(own?.args ?? []),
      '--platform.edition=user',
      `--app-market.catalog.base-url=${publisher.url}`,
      `--app-market.catalog.token=${String(token)}`,
    ]);
  });
  afterAll(async () => {
    await user.close();
    await publisher.close();
    await workshop.close();
    await own?.drop();
  });

  const list = (host: MarketHost, query: string) => host.call('GET', `/app/market/list?${query}`);
  const codes = async (host: MarketHost, query: string) =>
    ((await list(host, query)).rows ?? []).map((row) => row['appCode']).join(' ');
  const summary = async (host: MarketHost) => ok(await host.call('GET', '/app/market/list/summary'));

  it.each(searches)('spec: R6, both editions find the same for %s', async (query, found) => {
    expect(await codes(publisher, query)).toBe(found);
    expect(await codes(user, query)).toBe(found);
    // This side filters by installation, and then searches and pages itself.
    expect(await codes(user, `${query}&show=available`)).toBe(found);
  });

  it('returns the first page with the total, and rejects an unknown column', async () => {
    for (const host of [publisher, user]) {
      const { total, rows } = await list(host, '');
      expect([total, rows?.length]).toEqual([45, 20]);
      expect(await list(host, 'orderByColumn=icon')).toMatchObject({ error: 'ORDER_COLUMN_UNKNOWN' });
      expect(await list(host, 'show=everything')).toMatchObject({ error: 'VALIDATION_FAILED' });
      expect(await summary(host)).toEqual({
        ...{ total: 45, installed: 0, updates: 0 },
        categories: [
          { name: 'Many', count: 40 },
          { name: 'People', count: 1 },
          { name: 'Trade', count: 2 },
        ],
      });
    }
  });

  it('spec: Endpoints/GET /app/catalog; R6: a user edition installs over HTTP, and both editions count updates', async () => {
    for (const host of [publisher, user]) {
      ok(await host.call('POST', '/app/install', { appCode: 'demo' }));
      expect(await codes(host, 'show=installed')).toBe('demo');
      expect(await codes(host, 'show=updates')).toBe('');
    }
    const backend = controller('demo', 'hello 1.1.0');
    const manifest = inChinese('样例');
    await publisher.publish(await workshop.build({ version: '1.1.0', backend, manifest }));
    for (const host of [publisher, user]) {
      expect(await summary(host)).toMatchObject({ total: 45, installed: 1, updates: 1 });
      expect(await codes(host, 'show=updates')).toBe('demo');
      expect(await codes(host, 'show=available&keyword=demo')).toBe('');
      expect(await list(host, 'show=installed')).toMatchObject({ rows: [{ state: 'upgradable' }] });
    }
    const [row] = (await user.call('GET', '/app/install/list?appCode=demo')).rows ?? [];
    ok(await user.call('POST', `/app/install/${String(row?.['installId'])}/upgrade`));
    expect((await user.call('GET', '/demo/greet')).data).toBe('hello 1.1.0');
    expect(await summary(user)).toMatchObject({ installed: 1, updates: 0 });
    expect(await codes(user, 'show=updates')).toBe('');
  });

  it('both editions name applications in further languages, as the latest version does', async () => {
    for (const host of [publisher, user]) {
      expect(await list(host, 'keyword=样例')).toMatchObject({ rows: [inChinese('样例')] });
      expect(ok(await host.call('GET', '/app/market/demo'))).toMatchObject(inChinese('样例'));
    }
    const { names } = inChinese('样例');
    expect((await user.call('GET', '/app/install/list?keyword=样例')).rows).toMatchObject([{ names }]);
    expect((await user.call('GET', '/app/runtime/remote-apps')).data).toMatchObject([{ names }]);
    expect((await publisher.call('GET', '/app/install/list?keyword=样例')).rows).toMatchObject([
      { version: '1.0.0', names },
    ]);
    const [app] = (await publisher.call('GET', '/app/console/list?keyword=样例')).rows ?? [];
    ok(await publisher.call('PUT', '/app/console', { appId: app?.['appId'], name: 'Own' }));
    const [edited] = (await list(user, 'keyword=own')).rows ?? [];
    expect(edited).toMatchObject({ name: 'Own', descriptions: inChinese('样例').descriptions });
    expect(edited).not.toHaveProperty('names');
    expect([await codes(publisher, 'keyword=样例'), await codes(user, 'keyword=样例')]).toEqual([
      'demo',
      'demo',
    ]);
  });

  it('spec: Errors/catalog token invalid, on every database', async () => {
    const [token] = (await publisher.call('GET', '/app/console/catalog-token/list')).rows ?? [];
    ok(await publisher.call('POST', `/app/console/catalog-token/${String(token?.['tokenId'])}/revoke`));
    expect(await list(user, '')).toMatchObject({ status: 502, error: 'CATALOG_TOKEN_INVALID' });
    expect((await user.call('GET', '/demo/greet')).data).toBe('hello 1.1.0');
  });
});
