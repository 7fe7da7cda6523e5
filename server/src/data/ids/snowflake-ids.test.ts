import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import { SnowflakeIds } from './snowflake-ids.ts';

const T0 = Date.UTC(2024, 0, 1);
const rising = (ids: readonly number[]) => ids.every((id, at) => id > (ids[at - 1] ?? -1));

describe('identifiers (design 10.7-1)', () => {
  it('rise, never repeat and are exact as numbers, even faster than a tick', () => {
    const ids = new SnowflakeIds(systemClock, 1023);
    const made = Array.from({ length: 2_000 }, () => ids.next());
    expect(rising(made) && made.every(Number.isSafeInteger)).toBe(true);
  });

  it('consist of 39 bits of 4 ms, 10 bits of node, 4 bits of sequence', () => {
    const ids = new SnowflakeIds({ now: () => T0 + 5 * 4 + 3 }, 3);
    expect([ids.next(), ids.next()]).toEqual([5 * 16_384 + 3 * 16, 5 * 16_384 + 3 * 16 + 1]);
    const last = new SnowflakeIds({ now: () => T0 + (2 ** 39 - 1) * 4 }, 1023);
    expect(last.next() + 15).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('compare with older ones of 41, 5 and 7 bits', () => {
    const now = Date.UTC(2026, 10, 22);
    const former = (at: number) => (at - T0) * 4_096;
    const made = new SnowflakeIds({ now: () => now }, 1023).next();
    expect(made).toBeGreaterThan(former(now - 4));
    expect(made).toBeLessThan(former(now + 8));
  });

  it('rise and never repeat over bursts, changed numbers, clock jumps and restarts', () => {
    const step = fc.oneof(
      fc.record({ make: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ clock: fc.integer({ min: -20_000, max: 20_000 }) }),
      fc.record({ numbers: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ restart: fc.constant(true) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let now = Date.UTC(2026, 0, 1);
        let free = 0;
        const lease = (count: number) => Array.from({ length: count }, () => (free += 1) - 1);
        const clock = { now: () => now };
        let ids = new SnowflakeIds(clock, ...lease(1));
        const made: number[] = [];
        for (const each of steps) {
          if ('make' in each) for (let n = 0; n < each.make; n += 1) made.push(ids.next());
          else if ('clock' in each) now += each.clock;
          else if ('numbers' in each) ids.use(lease(each.numbers));
          else {
            const reached = ids.reachedMs;
            ids = new SnowflakeIds(clock, ...lease(1));
            ids.continueAfter(reached);
          }
        }
        return rising(made) && made.every(Number.isSafeInteger);
      }),
      { numRuns: 300 },
    );
  });

  it('of several hosts never collide', () => {
    const hosts = [0, 1, 512, 1023].map((number) => new SnowflakeIds({ now: () => T0 + 1_000 }, number));
    const made = hosts.flatMap((ids) => Array.from({ length: 500 }, () => ids.next()));
    expect(new Set(made).size).toBe(2_000);
  });

  it('continue when the clock stops or is set back, at most ten seconds ahead of it', () => {
    let now = Date.UTC(2026, 0, 1);
    const ids = new SnowflakeIds({ now: () => now }, 0);
    const made = Array.from({ length: 100 }, () => ids.next());
    now -= 3_600_000;
    made.push(...Array.from({ length: 100 }, () => ids.next()));
    expect(rising(made)).toBe(true);
    now += 7_200_000;
    const burst = new SnowflakeIds({ now: () => now }, 0);
    for (let n = 0; n < 40_000; n += 1) burst.next();
    expect(burst.aheadMs).toBeGreaterThan(9_900);
    expect(burst.room).toBeLessThanOrEqual(16);
    const begun = performance.now();
    for (let n = 0; n < 160; n += 1) burst.next();
    expect(performance.now() - begun).toBeGreaterThan(30);
  });

  it('for many rows rise, and do not block the process', async () => {
    let now = Date.UTC(2026, 0, 1);
    const ids = new SnowflakeIds({ now: () => now }, 0);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      now += 4;
    }, 1);
    const made = await ids.take(41_000);
    clearInterval(timer);
    expect(made).toHaveLength(41_000);
    expect(rising(made)).toBe(true);
    // A tick holds 16, and 40,000 may be ahead of the clock.
    expect(turns).toBeGreaterThan(10);
  });
});
