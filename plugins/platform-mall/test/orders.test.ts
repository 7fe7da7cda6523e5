import { NoticeService, type NoticeInput } from '@platform/plugin-sdk/core';
import type { TestApplication } from '@platform/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderVo } from '../src/domain/vo/order.vo.ts';
import type { QuoteVo } from '../src/domain/vo/quote.vo.ts';
import { customer, keeper, mallApplication, orderOf } from './mall-application.ts';

const TEA = 1;
const TEAPOT = 3;
const TRAY = 4;
const BOOK = 5;

describe('orders', () => {
  const notices: NoticeInput[] = [];
  let app: TestApplication;
  beforeAll(async () => {
    const send = async (_to: unknown, notice: NoticeInput) => void notices.push(notice);
    app = await mallApplication({
      config: { 'mall.order.cancelMinutes': '0', 'mall.order.receiveDays': '0' },
      provide: [[NoticeService, { send }]],
    });
  });
  afterAll(() => app.close());

  const place = async (...args: Parameters<typeof orderOf>) =>
    (await app.post<OrderVo>('/mall/shop/order', { as: customer, body: orderOf(...args) })).data;
  const orderNow = async (orderNo: string) =>
    (await app.get<OrderVo>(`/mall/order/${orderNo}`, { as: keeper })).data;
  const stock = async (id: number) =>
    (await app.get<{ stock: number }>(`/mall/product/${id}`, { as: keeper })).data.stock;

  it('cost the price after the promotion, with each product on one line', async () => {
    const items = [
      { productId: TEAPOT, quantity: 1 },
      { productId: TEA, quantity: 1 },
      { productId: TEAPOT, quantity: 1 },
    ];
    const { data } = await app.post<QuoteVo>('/mall/shop/quote', { as: customer, body: { items } });
    expect(data).toMatchObject({
      goodsCents: 38_600,
      promotionCents: 6360,
      couponCents: 0,
      payCents: 32_240,
    });
    expect(data.items.map(({ quantity }) => quantity)).toEqual([2, 1]);
  });

  it('accept a coupon from its threshold on, and are paid when it covers them', async () => {
    await app.post('/mall/shop/coupon/1/claim', { as: customer });
    expect((await app.post('/mall/shop/coupon/1/claim', { as: customer })).error).toBe('MALL_COUPON_HELD');
    const { data: held } = await app.get<Array<{ id: number }>>('/mall/shop/coupon/list', { as: customer });
    const userCouponId = held[0]?.id;
    const body = orderOf(BOOK, 1, { userCouponId });
    expect((await app.post('/mall/shop/order', { as: customer, body })).error).toBe('MALL_COUPON_NOT_USABLE');

    const change = { id: 1, name: 'All of it', amountCents: 100_000, thresholdCents: 0, totalCount: 10 };
    const period = { validFrom: '2026-01-01T00:00:00Z', validUntil: '2037-01-01T00:00:00Z' };
    await app.put('/mall/coupon', { as: keeper, body: { ...change, ...period } });
    expect(await place(BOOK, 1, { userCouponId })).toMatchObject({
      status: 'paid',
      channel: 'coupon',
      couponCents: 1890,
      payCents: 0,
    });
  });

  it('are visible to their customer only, and in lists to permitted users', async () => {
    const { orderNo } = await place(TEA);
    const stranger = { ...customer, userId: 99 };
    for (const step of ['', '/cancel', '/pay']) {
      const call = step ? app.post : app.get;
      const { error } = await call(`/mall/shop/order/${orderNo}${step}`, { as: stranger });
      expect(error).toBe('MALL_ORDER_NOT_FOUND');
    }
    expect((await app.get('/mall/order/list', { as: customer })).status).toBe(403);
    expect((await app.get('/mall/order/list')).status).toBe(401);
  });

  it('release everything once when they are not paid in time', async () => {
    const before = await stock(TEA);
    const { orderNo } = await place(TEA, 4);
    expect(await stock(TEA)).toBe(before - 4);
    const result = await app.runJob('mallOrderCancel');
    expect(result.ok).toBe(true);
    expect(await orderNow(orderNo)).toMatchObject({
      status: 'cancelled',
      logs: [{ action: 'place' }, { action: 'cancel', operatorName: null }],
    });
    expect(await app.runJob('mallOrderCancel')).toMatchObject({ message: '0 cancelled' });
    expect(await stock(TEA)).toBeGreaterThanOrEqual(before);
  });

  it('are completed by the job after a long delivery', async () => {
    const { orderNo } = await place(TEA);
    await app.post(`/mall/order/${orderNo}/confirm`, { as: keeper, body: {} });
    const shipment = { carrier: 'dhl', trackingNo: '1' };
    await app.post(`/mall/order/${orderNo}/ship`, { as: keeper, body: shipment });
    await app.runJob('mallOrderReceive');
    expect(await orderNow(orderNo)).toMatchObject({ status: 'completed', carrier: 'dhl' });
  });

  it('report once that a product is running low', async () => {
    await place(TRAY);
    await expect.poll(() => notices.length).toBe(1);
    expect(notices).toMatchObject([{ title: 'Bamboo tray: 5 left', link: '/mall/products' }]);
    await place(TRAY);
    const figures = () => app.get<{ orders: number }>('/mall/stat/overview', { as: keeper });
    const { data } = await app.get<{ total: number }>('/mall/order/list', { as: keeper });
    await expect.poll(async () => (await figures()).data.orders).toBe(data.total);
    expect(notices).toHaveLength(1);
  });

  it('send a message for each step, which updates the figures', async () => {
    const { orderNo } = await place(TEA);
    await app.post(`/mall/order/${orderNo}/confirm`, { as: keeper, body: {} });
    const bodies = app.messages.map(({ body }) => body as { orderNo: string; action: string });
    const told = bodies.filter((body) => body.orderNo === orderNo);
    expect(told.map(({ action }) => action)).toEqual(['place', 'pay']);
  });
});
