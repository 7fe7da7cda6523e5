import { describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import { SnowflakeIds } from './snowflake-ids.ts';

describe('identifiers', () => {
  it('rise, never repeat and are exact as numbers, faster than the sequence allows', () => {
    const ids = new SnowflakeIds(systemClock, 31);
    const made = Array.from({ length: 2_000 }, () => ids.next());
    expect(made.every((id, index) => Number.isSafeInteger(id) && id > (made[index - 1] ?? 0))).toBe(true);
  });

  it('hold the time, the node and the sequence', () => {
    const ids = new SnowflakeIds({ now: () => Date.UTC(2024, 0, 1) + 5 }, 3);
    expect([ids.next(), ids.next()]).toEqual([5 * 4096 + 3 * 128, 5 * 4096 + 3 * 128 + 1]);
    const last = new SnowflakeIds({ now: () => Date.UTC(2024, 0, 1) + 2 ** 41 - 1 }, 31);
    expect(last.next() + 127).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('go on when the clock is set back or stands still', () => {
    let now = Date.UTC(2026, 0, 1);
    const ids = new SnowflakeIds({ now: () => now }, 0);
    const made = Array.from({ length: 100 }, () => ids.next());
    now -= 1_000;
    made.push(...Array.from({ length: 100 }, () => ids.next()));
    expect(new Set(made).size).toBe(200);
    expect(made.toSorted((a, b) => a - b)).toEqual(made);
  });

  it('refuse a node number that does not fit', () => {
    expect(() => new SnowflakeIds(systemClock, 32)).toThrow(/0 to 31/);
  });
});
