import { describe, expect, it } from 'vitest';
import { Silence, TICK_MS } from './silence.ts';

/** Looks every tick for so long. */
function pass(silence: Silence, from: number, ms: number): number {
  let now = from;
  while (now < from + ms) silence.look((now += TICK_MS));
  return now;
}

describe('the silence of a worker', () => {
  it('is too long after the limit, and over with a beat', () => {
    const silence = new Silence(1_000, 0);
    const now = pass(silence, 0, 750);
    expect(silence.isTooLong).toBe(false);
    pass(silence, now, 250);
    expect(silence.isTooLong).toBe(true);
    silence.end(false);
    expect(silence.isTooLong).toBe(false);
    expect(silence.silentMs).toBe(0);
  });

  it('design 10.7-5: counts only time in which the supervisor ran itself', () => {
    const silence = new Silence(1_000, 0);
    // The machine slept for an hour.
    expect(silence.look(3_600_000)).toBe(TICK_MS);
    expect(silence.isTooLong).toBe(false);
    pass(silence, 3_600_000, 750);
    expect(silence.isTooLong).toBe(true);
  });

  it('design 16-7: may last as long as announced, until the next beat', () => {
    const silence = new Silence(1_000, 0);
    silence.allow(5_000);
    const now = pass(silence, 0, 4_750);
    expect(silence.isTooLong).toBe(false);
    silence.end(false);
    pass(silence, now, 1_000);
    expect(silence.isTooLong).toBe(true);
  });

  it('design 16-7: begins anew with an announcement', () => {
    const silence = new Silence(1_000, 0);
    const now = pass(silence, 0, 750);
    silence.allow(5_000);
    pass(silence, now, 4_750);
    expect(silence.isTooLong).toBe(false);
  });

  it('is none while a developer debugs', () => {
    const silence = new Silence(1_000, 0);
    silence.end(true);
    pass(silence, 0, 10_000);
    expect(silence.isTooLong).toBe(false);
  });
});
