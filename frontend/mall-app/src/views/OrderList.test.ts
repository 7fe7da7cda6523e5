import { uiServicesKey } from '@platform/remote-app';
import {
  createTestRuntime,
  createTestUiServices,
  type TestRuntimeOptions,
} from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { Order, OrderStatus } from '../api/orders.ts';
import install from '../index.ts';
import OrderList from './OrderList.vue';

const order = (status: OrderStatus): Order => ({
  id: 1,
  orderNo: 'M1',
  userName: 'ada',
  receiver: 'Ada Lovelace',
  phone: '123',
  address: 'London',
  remark: null,
  status,
  goodsCents: 15_900,
  promotionCents: 3180,
  couponCents: 0,
  payCents: 12_720,
  channel: null,
  payNo: null,
  points: 0,
  carrier: null,
  trackingNo: null,
  createTime: '2026-11-20T08:00:00Z',
  items: [{ productId: 3, productName: 'Teapot', priceCents: 12_720, quantity: 1, amountCents: 12_720 }],
  logs: [{ id: 1, action: 'place', operatorName: null, note: null, createTime: '2026-11-20T08:00:00Z' }],
});

async function show(status: OrderStatus, options: Partial<TestRuntimeOptions> = {}) {
  const posted: unknown[] = [];
  const runtime = createTestRuntime({
    code: 'mall',
    dicts: { mall_carrier: [{ value: 'dhl', label: 'DHL' }] },
    answer: (method, url, config) => {
      if (method === 'post') return void posted.push([url, config.data]);
      return url.endsWith('/list')
        ? { total: 1, rows: [{ ...order(status), pieces: 1, products: 'Teapot' }] }
        : order(status);
    },
    ...options,
  });
  await install(runtime);
  const view = mount(OrderList, {
    attachTo: document.body,
    global: { provide: { [uiServicesKey]: createTestUiServices(runtime) } },
  });
  await flushPromises();
  await view.get('button[aria-label="Open order M1"]').trigger('click');
  await flushPromises();
  return { view, runtime, posted };
}

const drawerButtons = (): string[] =>
  [...document.querySelectorAll('.el-drawer .steps > button')].map((button) => button.textContent.trim());
const press = async (within: string, label: string): Promise<void> => {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)];
  buttons.find((button) => button.textContent.trim() === label)?.click();
  await flushPromises();
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the list of orders', () => {
  it('opens an order with its items, its amounts and its history', async () => {
    const { view } = await show('unpaid');
    const text = document.querySelector('.el-drawer')?.textContent;
    for (const part of ['Ada Lovelace', 'Teapot', '−€31.80', '€127.20', 'Placed', 'the system'])
      expect(text).toContain(part);
    view.unmount();
  });

  it.each<[OrderStatus, string[]]>([
    ['unpaid', ['Confirm payment', 'Cancel order']],
    ['paid', ['Ship', 'Refund']],
    ['shipped', ['Refund']],
    ['completed', ['Refund']],
    ['cancelled', []],
    ['refunding', []],
  ])('offers the matching actions while the order is %s', async (status, expected) => {
    const { view } = await show(status);
    expect(drawerButtons()).toEqual(expected);
    view.unmount();
  });

  it('offers nothing to users who may only read', async () => {
    const { view } = await show('paid', { permissions: ['mall:order:list'] });
    expect(drawerButtons()).toEqual([]);
    view.unmount();
  });

  it('confirms a payment only after a confirmation', async () => {
    const declined = await show('unpaid', { agrees: false });
    await press('.el-drawer', 'Confirm payment');
    expect(declined.posted).toEqual([]);
    declined.view.unmount();
    document.body.innerHTML = '';
    const { view, posted, runtime } = await show('unpaid');
    await press('.el-drawer', 'Confirm payment');
    expect(runtime.asked).toEqual(['Has order M1 been paid?']);
    expect(posted).toEqual([['/mall/order/M1/confirm', {}]]);
    expect(runtime.said).toEqual(['Payment confirmed.']);
    view.unmount();
  });

  it('ships nothing without a carrier', async () => {
    const { view, posted } = await show('paid');
    await press('.el-drawer', 'Ship');
    await press('.el-drawer__footer', 'Ship');
    await expect.poll(() => document.body.textContent).toContain('Choose a carrier.');
    expect(posted).toEqual([]);
    view.unmount();
  });
});
