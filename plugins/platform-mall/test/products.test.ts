import type { TestApplication } from '@platform/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductVo, ShopProductVo } from '../src/domain/vo/product.vo.ts';
import { customer, keeper, mallApplication } from './mall-application.ts';

interface Listed<T> {
  readonly total: number;
  readonly rows: T[];
}

describe('products', () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await mallApplication();
  });
  afterAll(() => app.close());

  const browse = async (query: Record<string, string | number>) =>
    (await app.get<Listed<ShopProductVo>>('/open/mall/products', { query })).data;
  const list = (query: Record<string, string | number | boolean>) =>
    app.get<Listed<ProductVo>>('/mall/product/list', { as: keeper, query });

  it('are visible to everybody while they are on sale, at current prices', async () => {
    const { total, rows } = await browse({ keyword: 'TEAPOT' });
    expect({ total, rows }).toMatchObject({
      total: 1,
      rows: [{ priceCents: 15_900, salePriceCents: 12_720, promotion: 'Tableware days' }],
    });
    const draft = { categoryId: 1, name: 'Secret tea', priceCents: 100, status: 'draft' };
    const { data } = await app.post<ProductVo>('/mall/product', { as: keeper, body: draft });
    expect((await browse({ keyword: 'secret' })).total).toBe(0);
    expect((await app.get(`/open/mall/products/${data.id}`)).error).toBe('MALL_PRODUCT_NOT_FOUND');
  });

  it('are sorted by the columns of customers and administrators', async () => {
    const prices = (await browse({ sort: 'priceUp' })).rows.map(({ priceCents }) => priceCents);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const { status, data } = await list({ orderByColumn: 'status', isAsc: 'asc' });
    expect(status).toBe(200);
    expect(data.rows[0]?.status).toBe('draft');
    const { data: byName } = await list({ orderByColumn: 'categoryName', isAsc: 'asc' });
    expect(byName.rows[0]?.categoryName).toBe('Books');
  });

  it('run low at the configured stock, and are found by it', async () => {
    const { data } = await list({ lowStock: true });
    expect(data).toMatchObject({ total: 1, rows: [{ name: 'Bamboo tray', low: true }] });
  });

  it('lose no change: the second of two concurrent edits is refused', async () => {
    const { data: read } = await app.get<ProductVo>('/mall/product/5', { as: keeper });
    const { stock: _stock, ...change } = read;
    const save = (priceCents: number) =>
      app.put('/mall/product', { as: keeper, body: { ...change, priceCents } });
    expect((await save(2000)).status).toBe(200);
    expect((await save(2100)).error).toBe('MALL_PRODUCT_CHANGED');
  });

  it('are booked in and out by permitted users, never below zero', async () => {
    const book = (delta: number, as = keeper) =>
      app.post<ProductVo>('/mall/product/4/stock', { as, body: { delta } });
    expect((await book(10)).data.stock).toBe(16);
    expect((await book(-17)).error).toBe('MALL_STOCK_SHORT');
    expect((await book(1, customer)).status).toBe(403);
  });
});

describe('promotions', () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await mallApplication();
  });
  afterAll(() => app.close());

  const draft = (startTime: string, endTime: string) => ({
    name: 'Books',
    discountPercent: 50,
    startTime,
    endTime,
    productIds: [5],
  });
  const price = async () => (await app.get<ShopProductVo>('/open/mall/products/5')).data.salePriceCents;
  const add = (from: string, until: string) =>
    app.post('/mall/promotion', { as: keeper, body: draft(from, until) });

  it('count from their start until they are stopped', async () => {
    expect((await add('2037-01-01T00:00:00Z', '2036-01-01T00:00:00Z')).error).toBe('MALL_PERIOD_INVALID');
    await add('2036-01-01T00:00:00Z', '2037-01-01T00:00:00Z');
    expect(await price()).toBe(1890);
    await add('2026-01-01T00:00:00Z', '2037-01-01T00:00:00Z');
    expect(await price()).toBe(945);
    const { data } = await app.get<Listed<{ id: number }>>('/mall/promotion/list', {
      as: keeper,
      query: { status: 'running', name: 'books' },
    });
    const stop = () => app.post(`/mall/promotion/${data.rows[0]?.id}/stop`, { as: keeper });
    expect((await stop()).status).toBe(200);
    expect(await price()).toBe(1890);
    expect((await stop()).error).toBe('MALL_PROMOTION_OVER');
  });
});
