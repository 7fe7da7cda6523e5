import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { collectingLogger } from '../../testing/collecting-logger.ts';
import { Faults } from '../contract/faults.ts';
import { SourceMaps } from '../contract/source-maps.ts';
import { ApplicationListeners } from './application-listeners.ts';
import type { Listener } from './collect-listeners.ts';

class Ordered {}
class Paid {}

const names = new WeakMap();
const faultsOf = () => new Faults(collectingLogger([]), new SourceMaps({ text: () => undefined }));
const listener = (receive: (event: object) => unknown): Listener => ({
  name: 'cn.platform.shop.A.on',
  event: Ordered,
  receive,
});

describe('listeners of an application', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('receive events of their class, in the context of the application', async () => {
    const receive = vi.fn(() => requestContext.current()?.appCode);
    const listeners = new ApplicationListeners('shop', [listener(receive)], faultsOf(), names);
    await Promise.all(listeners.receive(new Ordered(), undefined));
    await Promise.all(listeners.receive(new Paid(), undefined));
    expect(receive).toHaveBeenCalledOnce();
    expect(receive).toHaveReturnedWith('shop');
  });

  it('receive an event of a replaced version by the name of its class', async () => {
    class Old {}
    names.set(Old, 'cn.platform.shop.Ordered');
    names.set(Ordered, 'cn.platform.shop.Ordered');
    const receive = vi.fn();
    const listeners = new ApplicationListeners('shop', [listener(receive)], faultsOf(), names);
    await Promise.all(listeners.receive(new Old(), undefined));
    expect(receive).toHaveBeenCalledOnce();
    names.delete(Ordered);
    names.delete(Old);
    await Promise.all(listeners.receive(new Old(), undefined));
    expect(receive).toHaveBeenCalledOnce();
  });

  it('count their failures as faults and then end', async () => {
    const faults = faultsOf();
    const failing = listener(() => Promise.reject(new Error('no')));
    const listeners = new ApplicationListeners('shop', [failing], faults, names);
    await Promise.all(listeners.receive(new Ordered(), undefined));
    expect(Object.values(faults.counts)).toEqual([1]);
    expect(await listeners.drain(100)).toEqual([]);
  });

  it('fail in the context of who published the event, so that the log names request and tenant', async () => {
    const contexts: unknown[] = [];
    const faults = faultsOf();
    vi.spyOn(faults, 'record').mockImplementation(() => {
      const { requestId, tenantId, appCode } = requestContext.current() ?? {};
      contexts.push({ requestId, tenantId, appCode });
      return {} as never;
    });
    const failing = listener(() => Promise.reject(new Error('no')));
    const listeners = new ApplicationListeners('shop', [failing], faults, names);
    await Promise.all(listeners.receive(new Ordered(), { requestId: 'r1', tenantId: 't1', user: undefined }));
    expect(contexts).toEqual([{ requestId: 'r1', tenantId: 't1', appCode: 'shop' }]);
  });

  it('are awaited until they end', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listeners = new ApplicationListeners('shop', [listener(() => promise)], faultsOf(), names);
    void listeners.receive(new Ordered(), undefined);
    let left: string[] | undefined;
    const drained = listeners.drain(100).then((found) => (left = found));
    await new Promise((next) => setImmediate(next));
    expect(left).toBeUndefined();
    resolve();
    await drained;
    expect(left).toEqual([]);
  });

  it('are named and released when the drain timeout expires', async () => {
    const hanging = listener(() => new Promise(() => undefined));
    const listeners = new ApplicationListeners('shop', [hanging], faultsOf(), names);
    const runs = listeners.receive(new Ordered(), undefined);
    const started = performance.now();
    vi.useRealTimers();
    expect(await listeners.drain(20)).toEqual(['cn.platform.shop.A.on']);
    await Promise.all(runs);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
