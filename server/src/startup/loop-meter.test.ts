import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LoopMeter } from './loop-meter.ts';

const compute = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;) Math.sqrt(2);
};

it('issue 19: tells the time of one turn, and how busy the loop is', async () => {
  const meter = new LoopMeter();
  for (let count = 0; count < 4; count += 1) {
    compute(60);
    await turn();
  }
  const load = meter.take();
  expect(load.sinceMs).toBeGreaterThanOrEqual(240);
  expect(load.turnMs).toBeGreaterThanOrEqual(40);
  expect(load.busyShare).toBeGreaterThan(0.9);
  compute(60);
  expect(meter.take().turnMs).toBeGreaterThanOrEqual(60);
});
