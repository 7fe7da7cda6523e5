import { expect, it } from 'vitest';
import { ownBroadcastChannel, ownPerformanceObserver } from './observers.ts';
import { OpenHandles } from './open-handles.ts';

it('what an application closes itself is open until then', () => {
  const open = new OpenHandles('demo');
  const channel = new (ownBroadcastChannel(open))('test');
  const observer = new (ownPerformanceObserver(open))(() => undefined);
  observer.observe({ entryTypes: ['mark'] });
  expect([open.has(channel), open.has(observer)]).toEqual([true, true]);
  channel.close();
  observer.disconnect();
  expect([open.has(channel), open.has(observer)]).toEqual([false, false]);
});

it('one observer too many is refused, although none has a name', () => {
  const open = new OpenHandles('demo');
  const PerformanceObserver = ownPerformanceObserver(open);
  const observe = (): void => new PerformanceObserver(() => undefined).observe({ entryTypes: ['mark'] });
  for (let count = 0; count < 2_000; count += 1) observe();
  expect(observe).toThrow(/^Application demo .* may not open another: resource\.$/);
  open.close();
});
