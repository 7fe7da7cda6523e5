import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LocalBus } from '../infra/bus/local-bus.ts';
import { loadConfig, HttpService, silentLogger } from '../kernel/index.ts';
import { exchangeRates } from './rate-exchange.ts';

const EVERY_MS = 1_000;
const clock = { now: () => Date.now() };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param count hosts that each of the two believes in */
function hosts(limit: number, count = 2) {
  const bus = new LocalBus();
  const { config } = loadConfig({ directories: [], env: {}, args: [] });
  return [1, 2].map(() => {
    const { rates } = new HttpService(config, silentLogger);
    const window = rates.limit('login', limit, clock);
    const stop = exchangeRates(rates, bus.join(silentLogger), { hosts: () => count });
    return { hit: (address: string) => window.hit(address, clock.now()), stop };
  }) as [Host, Host];
}

interface Host {
  readonly hit: (address: string) => number;
  readonly stop: () => void | Promise<void>;
}

it('design 16-13: a limit holds for all hosts, which tell each other their sums each second', () => {
  const [one, two] = hosts(3);
  expect([one.hit('a'), one.hit('a'), one.hit('b')]).toEqual([0, 0, 0]);
  // Within the second each counts for itself: this is the overshoot.
  expect([two.hit('a'), two.hit('a')]).toEqual([0, 0]);
  vi.advanceTimersByTime(EVERY_MS);
  expect([one.hit('a'), two.hit('a')]).toEqual([59, 59]);
  expect([one.hit('b'), two.hit('b')]).toEqual([0, 0]);
  void one.stop();
  void two.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('design 16-13: nothing is told twice, and a new minute begins anew everywhere', () => {
  const [one, two] = hosts(3);
  one.hit('a');
  vi.advanceTimersByTime(5 * EVERY_MS);
  expect([two.hit('a'), two.hit('a')]).toEqual([0, 0]);
  expect(two.hit('a')).toBeGreaterThan(0);
  vi.advanceTimersByTime(120_000);
  expect([one.hit('a'), two.hit('a')]).toEqual([0, 0]);
});

it('design 16-13: a flood of addresses is told in part, those with the most calls first', () => {
  const [one, two] = hosts(2);
  for (let n = 0; n < 3_000; n += 1) one.hit(`address ${n}`);
  one.hit('address 2999');
  vi.advanceTimersByTime(EVERY_MS);
  expect(two.hit('address 2999')).toBeGreaterThan(0);
});

it('many hosts tell each other less often, so that messages grow with their number only', () => {
  const [one, two] = hosts(1, 1_000);
  one.hit('a');
  vi.advanceTimersByTime(9 * EVERY_MS);
  expect(two.hit('a')).toBe(0);
  vi.advanceTimersByTime(EVERY_MS);
  expect(one.hit('a')).toBeGreaterThan(0);
  expect(two.hit('a')).toBeGreaterThan(0);
  one.hit('b');
  vi.advanceTimersByTime(9 * EVERY_MS);
  expect(two.hit('b')).toBe(0);
});
