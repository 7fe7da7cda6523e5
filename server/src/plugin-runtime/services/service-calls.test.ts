import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceCalls } from './service-calls.ts';

class Orders {
  readonly #prefix = 'order';
  pending = Promise.withResolvers<string>();
  name(id: number): string {
    return `${this.#prefix} ${id}`;
  }
  find(): Promise<string> {
    return this.pending.promise;
  }
}

describe('calls of services', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reach the bean itself, through one stable proxy with stable methods', () => {
    const calls = new ServiceCalls();
    const bean = new Orders();
    const seen = calls.counted(bean, 'Orders') as Orders;
    expect(seen.name(1)).toBe('order 1');
    expect(calls.counted(bean, 'Orders')).toBe(seen);
    expect(Reflect.get(seen, 'name')).toBe(Reflect.get(seen, 'name'));
    expect(seen.constructor).toBe(Orders);
    expect(seen).toBeInstanceOf(Orders);
  });

  it('follow a method that the bean replaces', () => {
    const bean = { name: () => 'old' };
    const seen = new ServiceCalls().counted(bean, 'Orders') as typeof bean;
    expect(seen.name()).toBe('old');
    bean.name = () => 'new';
    expect(seen.name()).toBe('new');
  });

  it('are awaited until they end', async () => {
    const calls = new ServiceCalls();
    const bean = new Orders();
    const call = (calls.counted(bean, 'Orders') as Orders).find();
    let left: string[] | undefined;
    const drained = calls.drain(100).then((names) => (left = names));
    await vi.advanceTimersByTimeAsync(99);
    expect(left).toBeUndefined();
    bean.pending.resolve('found');
    await drained;
    expect(await call).toBe('found');
    expect(left).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end when they fail, too', async () => {
    const calls = new ServiceCalls();
    const bean = new Orders();
    const call = (calls.counted(bean, 'Orders') as Orders).find();
    bean.pending.reject(new Error('no'));
    await expect(call).rejects.toThrow('no');
    expect(await calls.drain(100)).toEqual([]);
  });

  it('are named when the drain timeout expires', async () => {
    const calls = new ServiceCalls();
    void (calls.counted(new Orders(), 'cn.platform.shop.Orders') as Orders).find();
    const drained = calls.drain(100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await drained).toEqual(['cn.platform.shop.Orders.find']);
  });
});
