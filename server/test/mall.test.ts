import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureKeys } from '@platform/packager';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackage, packageOf } from '../../scripts/lib/build.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { publishPackage } from '@platform/cli';
import { DATABASE } from '../src/data/index.ts';
import { describeHostDatabases } from '../src/data/testing/databases.ts';
import { packPayApplication } from './support/pay-application.ts';
import { TestPlatform } from './support/platform.ts';

interface Order {
  readonly orderNo: string;
  readonly status: string;
  readonly payCents: number;
  readonly promotionCents: number;
  readonly couponCents: number;
  readonly points: number;
  readonly logs: ReadonlyArray<{ readonly action: string; readonly note: string | null }>;
}
interface Product {
  readonly id: number;
  readonly stock: number;
  readonly sold: number;
  readonly version: number;
}
interface Run {
  readonly status: string;
  readonly message: string;
  readonly logText: string;
}

const TEA = 1;
const TEAPOT = 3;
const TRAY = 4;
const applications = mkdtempSync(join(tmpdir(), 'mall-'));
const { promise: packages, resolve: packed } = Promise.withResolvers<readonly string[]>();
beforeAll(async () => {
  await ensureKeys(inRoot('plugins/keys'));
  await Promise.all([buildPackage('mall'), buildPackage('member')]);
  packed([packageOf('mall'), packageOf('member'), await packPayApplication(applications)]);
});
afterAll(() => rmSync(applications, { recursive: true, force: true }));

const IN_SHORT = ['postgres'] as const;

await describeHostDatabases('the larger application', IN_SHORT, ({ args }) => {
  let platform: TestPlatform;
  let userId: number;
  let requests = 0;

  beforeAll(async () => {
    platform = await TestPlatform.start(args);
    for (const file of await packages) await publishPackage(platform.api, file);
    const me = await platform.api.get<{ user: { userId: number } }>('/system/user/getInfo');
    userId = me.user.userId;
  });
  afterAll(() => platform.remove());

  const install = (appCode: string) => platform.api.post('/app/install', { appCode });
  /** Changes rows as no endpoint can, such as to simulate passing time. */
  const sql = (script: string) => platform.services.use(DATABASE).executeScript(script);
  const product = (id: number) => platform.api.get<Product>(`/mall/product/${id}`);
  const order = (orderNo: string) => platform.api.get<Order>(`/mall/order/${orderNo}`);
  const step = (orderNo: string, name: string, body: object = {}) =>
    platform.api.post<Record<string, unknown> | null>(`/mall/${name.replace(':', orderNo)}`, body);
  const place = (items: ReadonlyArray<{ productId: number; quantity: number }>, more: object = {}) =>
    platform.api.post<Order>('/mall/shop/order', {
      items,
      requestKey: `request-${(requests += 1)}`,
      receiver: 'Ada Lovelace',
      phone: '+44 20 7946 0101',
      address: '12 St James’s Square, London',
      ...more,
    });
  /** Payment, through the payment application, to the end. */
  const pay = async (orderNo: string, amount?: string) => {
    const { payNo } = (await step(orderNo, 'shop/order/:/pay')) as { payNo: string };
    await platform.api.post(`/pay/${payNo}/done`, { amount });
  };
  const statusOf = async (orderNo: string) => (await order(orderNo)).status;
  /** Has the scheduler center run a job once. */
  const runJob = async (executor: string): Promise<Run> => {
    const task = { jobName: executor, executor, cron: '0 0 1 1 *', status: 0 };
    const { jobId } = await platform.api.post<{ jobId: number }>('/scheduler/task', task);
    await platform.api.post(`/scheduler/task/${jobId}/run`);
    const runs = () => platform.api.get<Run[]>(`/scheduler/log/list?jobId=${jobId}`);
    await expect.poll(async () => (await runs())[0]?.status).toBe('succeeded');
    return (await runs())[0]!;
  };

  it('is installed from the market, and shows its storefront to everybody', async () => {
    expect(await install('mall')).toMatchObject({ hotLoaded: true, migrationCount: 6 });
    const { status, body } = await platform.get(`${platform.apiUrl}/open/mall/products?keyword=TEAPOT`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { total: 1, rows: [{ id: TEAPOT, priceCents: 15_900, salePriceCents: 12_720 }] },
    });
    expect((await platform.get(`${platform.apiUrl}/mall/order/list`)).status).toBe(401);
  });

  it('creates one order for repeated and concurrent requests', async () => {
    const before = await product(TEA);
    const same = { requestKey: 'the-same-request' };
    const placed = await Promise.all([1, 2, 3].map(() => place([{ productId: TEA, quantity: 2 }], same)));
    expect(new Set(placed.map(({ orderNo }) => orderNo)).size).toBe(1);
    expect(await product(TEA)).toMatchObject({ stock: before.stock - 2, sold: before.sold + 2 });
  });

  it('never sells more than the stock', async () => {
    const { stock } = await product(TRAY);
    const attempts = await Promise.allSettled(
      Array.from({ length: stock + 3 }, () => place([{ productId: TRAY, quantity: 1 }])),
    );
    const refused = attempts.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(3);
    expect(refused[0]?.reason).toMatchObject({ code: 'MALL_STOCK_SHORT' });
    expect(await product(TRAY)).toMatchObject({ stock: 0, sold: stock });
  });

  it('subtracts promotion and coupon, and uses the coupon once', async () => {
    await platform.api.post('/mall/shop/coupon/1/claim');
    const [coupon] = await platform.api.get<Array<{ id: number }>>('/mall/shop/coupon/list');
    const items = [{ productId: TEAPOT, quantity: 1 }];
    const placed = await place(items, { userCouponId: coupon?.id });
    expect(placed).toMatchObject({ promotionCents: 3180, couponCents: 1000, payCents: 11_720 });
    await expect(place(items, { userCouponId: coupon?.id })).rejects.toMatchObject({
      code: 'MALL_COUPON_NOT_USABLE',
    });
    await step(placed.orderNo, 'order/:/cancel', { note: 'customer' });
    expect(await platform.api.get('/mall/shop/coupon/list')).toMatchObject([{ status: 'unused' }]);
  });

  it('works without payment and member applications: the shop confirms by hand', async () => {
    const { orderNo } = await place([{ productId: TEA, quantity: 1 }]);
    expect(await step(orderNo, 'shop/order/:/pay')).toMatchObject({ available: false });
    await step(orderNo, 'order/:/confirm');
    expect(await order(orderNo)).toMatchObject({ status: 'paid', channel: 'offline', points: 0 });
    await expect(step(orderNo, 'order/:/cancel')).rejects.toMatchObject({ code: 'MALL_ORDER_STATE' });
    const { stock } = await product(TEA);
    await step(orderNo, 'order/:/refund', { note: 'changed my mind' });
    expect(await statusOf(orderNo)).toBe('refunded');
    expect((await product(TEA)).stock).toBe(stock + 1);
  });

  it('spec: L8; Events/plugin to host: is paid through the application pay and earns points in member, both installed later', async () => {
    await install('member');
    await install('pay');
    await sql(
      `insert into member_member (id, tenant_id, name, phone, points) values (${userId}, '000000', 'Admin', '123', 10)`,
    );
    const points = async () =>
      (await platform.api.get<{ points: number }>(`/member/member/${userId}`)).points;
    const { orderNo } = await place([{ productId: TEA, quantity: 1 }]);
    await pay(orderNo);
    expect(await order(orderNo)).toMatchObject({ status: 'paid', channel: 'card', payNo: `P-${orderNo}` });
    await expect.poll(points).toBe(10 + 68);
    await pay(orderNo).catch(() => undefined);
    await step(orderNo, 'order/:/ship', { carrier: 'dhl', trackingNo: '0034' });
    await step(orderNo, 'shop/order/:/receive');
    await step(orderNo, 'order/:/refund');
    await expect.poll(() => statusOf(orderNo)).toBe('refunded');
    await expect.poll(points).toBe(10);
    const actions = (await order(orderNo)).logs.map(({ action }) => action);
    expect(actions).toEqual(['place', 'pay', 'ship', 'receive', 'refundBegin', 'refund']);
  });

  it('refuses a wrong amount, refunds a late payment, and keeps its state when a refund fails', async () => {
    const wrong = await place([{ productId: TEA, quantity: 1 }]);
    await pay(wrong.orderNo, '67.99');
    await expect.poll(async () => (await order(wrong.orderNo)).logs.length).toBe(2);
    expect(await order(wrong.orderNo)).toMatchObject({
      status: 'unpaid',
      logs: [{}, { action: 'payRefused' }],
    });

    const late = await place([{ productId: TEA, quantity: 1 }]);
    const { payNo } = (await step(late.orderNo, 'shop/order/:/pay')) as { payNo: string };
    await step(late.orderNo, 'shop/order/:/cancel');
    await platform.api.post(`/pay/${payNo}/done`, {});
    await expect.poll(async () => (await order(late.orderNo)).logs.at(-1)?.action).toBe('payRefused');
    expect(await statusOf(late.orderNo)).toBe('cancelled');

    const paid = await place([{ productId: TEA, quantity: 1 }]);
    await pay(paid.orderNo);
    await platform.api.post('/pay/bank', { refusing: true });
    await expect(step(paid.orderNo, 'order/:/refund')).rejects.toThrow();
    expect(await order(paid.orderNo)).toMatchObject({ status: 'paid' });
    await platform.api.post('/pay/bank', { refusing: false });
  });

  it('spec: E4: updates the daily figures by messages', async () => {
    const { orderNo } = await place([{ productId: TEA, quantity: 3 }]);
    await step(orderNo, 'order/:/confirm');
    const orders = await platform.api.get<Order[]>('/mall/order/list?pageSize=100');
    const sold = orders.filter(({ status }) => ['paid', 'shipped', 'completed'].includes(status));
    const expected = sold.reduce((sum, { payCents }) => sum + payCents, 0);
    expect(expected).toBeGreaterThanOrEqual(3 * 6800);
    const sales = async () =>
      (await platform.api.get<{ salesCents: number }>('/mall/stat/overview?days=1')).salesCents;
    await expect.poll(sales).toBe(expected);
    expect(await platform.api.get('/mall/stat/overview?days=1')).toMatchObject({
      days: [{ buyers: 1 }],
      topProducts: [{ productId: TEA }],
    });
  });

  it('refuses to overwrite a concurrent change', async () => {
    const { stock: _stock, ...read } = await platform.api.get<Product & { stock: number }>('/mall/product/5');
    await platform.api.put('/mall/product', { ...read, priceCents: 2000 });
    await expect(platform.api.put('/mall/product', { ...read, priceCents: 2100 })).rejects.toMatchObject({
      code: 'MALL_PRODUCT_CHANGED',
    });
  });

  it('spec: L5: its jobs cancel, complete, expire, switch and count', async () => {
    const unpaid = await place([{ productId: TEA, quantity: 1 }]);
    const shipped = await place([{ productId: TEA, quantity: 1 }]);
    await step(shipped.orderNo, 'order/:/confirm');
    await step(shipped.orderNo, 'order/:/ship', { carrier: 'dhl' });
    const { stock } = await product(TEA);
    const past = "'2026-01-01 00:00:00'";
    await sql(`update mall_order set create_time = ${past} where order_no = '${unpaid.orderNo}'`);
    await sql(`update mall_order set shipped_time = ${past} where order_no = '${shipped.orderNo}'`);
    await sql(`update mall_coupon set valid_until = ${past}`);
    await sql(`update mall_promotion set end_time = ${past}`);

    expect(await runJob('mallOrderCancel')).toMatchObject({ message: '1 cancelled' });
    expect(await statusOf(unpaid.orderNo)).toBe('cancelled');
    expect((await product(TEA)).stock).toBe(stock + 1);
    expect(await runJob('mallOrderReceive')).toMatchObject({ message: '1 completed' });
    expect(await statusOf(shipped.orderNo)).toBe('completed');
    expect((await runJob('mallCouponExpiry')).message).toBe('1 expired');
    expect((await runJob('mallPromotionSwitch')).message).toBe('0 begun, 1 ended');
    expect(await runJob('mallStatRefresh')).toMatchObject({ message: '1 days' });
    const { body } = await platform.get(`${platform.apiUrl}/open/mall/products/${TEAPOT}`);
    expect(body).toMatchObject({ data: { salePriceCents: 15_900, promotion: null } });
  });

  it('filters, sorts and pages orders', async () => {
    const list = (query: string) =>
      platform.get(`${platform.apiUrl}/mall/order/list?${query}`, platform.token);
    const all = (await list('pageSize=100')).body as { total: number; rows: Order[] };
    expect(all.rows).toHaveLength(all.total);
    const { body } = await list('keyword=bamboo&status=unpaid&orderByColumn=createTime&isAsc=asc&pageSize=2');
    const { total, rows } = body as { total: number; rows: Array<{ createTime: string }> };
    expect({ total, shown: rows.length }).toEqual({ total: 6, shown: 2 });
    expect(rows[0]!.createTime <= rows[1]!.createTime).toBe(true);
    expect((await list('from=2000-01-01&until=2000-01-02')).body).toMatchObject({ total: 0 });
  });
});
