import { PaySuccessEvent } from '@platform/plugin-sdk/core';
import {
  MemberService,
  MemberServiceLocator,
  PayService,
  PayServiceLocator,
  type MemberProfile,
  type Payment,
} from '@platform/plugin-sdk/plugin';
import type { TestApplication } from '@platform/plugin-sdk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderVo } from '../src/domain/vo/order.vo.ts';
import { customer, keeper, mallApplication, orderOf } from './mall-application.ts';

const TEA = 1;

class Bank extends PayService {
  refunds: string[] = [];
  refuses = false;

  override async pay(): Promise<Payment> {
    return { payNo: 'P-1', channel: 'card' };
  }

  override async refund(payNo: string, amount: string): Promise<string> {
    if (this.refuses) throw new Error('The bank is closed.');
    this.refunds.push(`${payNo} ${amount}`);
    return 'R-1';
  }
}

class Members extends MemberService {
  points = 0;

  override async find(userId: number): Promise<MemberProfile> {
    return { userId, name: 'Ada', level: 'gold', points: this.points, active: true };
  }

  override async addPoints(_userId: number, points: number): Promise<number> {
    return (this.points += points);
  }
}

/** A locator whose application may come and go. */
const locatorOf = (service: object) => {
  const state = { installed: true };
  const locator = { available: () => state.installed, get: () => service, proxy: () => service };
  return { state, locator };
};

describe('payments', () => {
  const bank = new Bank();
  const members = new Members();
  const pay = locatorOf(bank);
  const member = locatorOf(members);
  let app: TestApplication;
  beforeAll(async () => {
    app = await mallApplication({
      provide: [
        [PayServiceLocator, pay.locator],
        [MemberServiceLocator, member.locator],
      ],
    });
  });
  beforeEach(() => {
    Object.assign(bank, { refunds: [], refuses: false });
    pay.state.installed = member.state.installed = true;
    members.points = 100;
  });
  afterAll(() => app.close());

  const place = async () =>
    (await app.post<OrderVo>('/mall/shop/order', { as: customer, body: orderOf(TEA) })).data;
  const orderNow = async ({ orderNo }: OrderVo) =>
    (await app.get<OrderVo>(`/mall/order/${orderNo}`, { as: keeper })).data;
  const lastAction = async (order: OrderVo) => (await orderNow(order)).logs.at(-1)?.action;
  const refund = ({ orderNo }: OrderVo) =>
    app.post(`/mall/order/${orderNo}/refund`, { as: keeper, body: {} });
  const paid = ({ orderNo }: OrderVo, values: Partial<PaySuccessEvent> = {}) =>
    app.as(customer, () =>
      app.publish(
        new PaySuccessEvent({
          orderNo,
          payNo: 'P-1',
          userId: customer.userId,
          amount: '68.00',
          channel: 'card',
          appCode: 'mall',
          paidAt: new Date().toISOString(),
          ...values,
        }),
      ),
    );

  it('settle an order and earn its points once for repeated events', async () => {
    const order = await place();
    await paid(order);
    await paid(order);
    expect(await orderNow(order)).toMatchObject({ status: 'paid', payNo: 'P-1', points: 68 });
    await expect.poll(() => members.points).toBe(168);
    expect(bank.refunds).toEqual([]);
  });

  it('earn nothing without an application for members', async () => {
    member.state.installed = false;
    const order = await place();
    await paid(order);
    expect(await orderNow(order)).toMatchObject({ status: 'paid', points: 0 });
    expect(members.points).toBe(100);
  });

  it('of another application or amount settle nothing', async () => {
    const order = await place();
    await paid(order, { appCode: 'forum' });
    expect(await lastAction(order)).toBe('place');
    await paid(order, { amount: '68.01' });
    expect(await orderNow(order)).toMatchObject({ status: 'unpaid' });
    expect(await lastAction(order)).toBe('payRefused');
  });

  it('that come too late or twice are refunded', async () => {
    const late = await place();
    await app.post(`/mall/shop/order/${late.orderNo}/cancel`, { as: customer });
    await paid(late, { payNo: 'P-late' });
    const twice = await place();
    await paid(twice, { payNo: 'P-first' });
    await paid(twice, { payNo: 'P-second' });
    expect(bank.refunds).toEqual(['P-late 68.00', 'P-second 68.00']);
    expect(await orderNow(twice)).toMatchObject({ status: 'paid', payNo: 'P-first' });
  });

  it('are not refunded without their application, and stay when it fails', async () => {
    const order = await place();
    await paid(order);
    pay.state.installed = false;
    expect((await refund(order)).error).toBe('MALL_PAY_UNAVAILABLE');
    pay.state.installed = true;
    bank.refuses = true;
    expect((await refund(order)).status).toBe(500);
    expect(await orderNow(order)).toMatchObject({ status: 'paid' });
    expect(await lastAction(order)).toBe('refundFail');
    bank.refuses = false;
    await refund(order);
    expect(await orderNow(order)).toMatchObject({ status: 'refunding' });
    expect((await refund(order)).error).toBe('MALL_ORDER_STATE');
  });
});
