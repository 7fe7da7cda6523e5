import { describe, expect, it } from 'vitest';
import { RestartPolicy } from './restart-policy.ts';

const MINUTE = 60_000;

describe('design 10.7-3: a worker that dies', () => {
  it('is replaced at once, then with pauses that double up to 30 s', () => {
    const policy = new RestartPolicy();
    const pauses = Array.from({ length: 8 }, (_, n) => policy.note(n * MINUTE, 1_000));
    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('is replaced at once again after a minute of service', () => {
    const policy = new RestartPolicy();
    policy.note(0, 1_000);
    expect(policy.note(1_000, MINUTE - 1)).toBe(1_000);
    expect(policy.note(2_000, MINUTE)).toBe(0);
    expect(policy.note(3_000, 1_000)).toBe(1_000);
  });

  it('is given up the fifth time within a minute that it was not ready', () => {
    const policy = new RestartPolicy();
    for (let n = 0; n < 4; n += 1) expect(policy.note(n * 10_000, undefined)).toBeDefined();
    expect(policy.note(MINUTE - 1, undefined)).toBeUndefined();
  });

  it('is not given up where such deaths are rarer, or it served between them', () => {
    const rare = new RestartPolicy();
    for (let n = 0; n < 20; n += 1) expect(rare.note(n * 15_000, undefined)).toBeDefined();
    const between = new RestartPolicy();
    for (let n = 0; n < 4; n += 1) between.note(n * 1_000, undefined);
    between.note(5_000, MINUTE);
    expect(between.note(6_000, undefined)).toBeDefined();
  });

  it('is replaced without pause where an application is named, and counts for nothing', () => {
    const policy = new RestartPolicy();
    for (let n = 0; n < 4; n += 1) expect(policy.note(n, undefined)).toBeDefined();
    for (const culprit of ['a@1', 'a@1', 'b@1', 'b@1', 'c@1'])
      expect(policy.note(10, undefined, [culprit])).toBe(0);
    // Those before count still.
    expect(policy.note(20, undefined)).toBeUndefined();
  });

  it('waits again for an application that nothing keeps out', () => {
    const policy = new RestartPolicy();
    const pauses = Array.from({ length: 6 }, (_, n) => policy.note(n * 1_000, 1_000, ['shop@1.0.0']));
    expect(pauses).toEqual([0, 0, 0, 0, 1_000, 2_000]);
    expect(policy.note(11 * MINUTE, 1_000, ['shop@1.0.0'])).toBe(0);
  });
});
