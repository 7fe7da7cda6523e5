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
