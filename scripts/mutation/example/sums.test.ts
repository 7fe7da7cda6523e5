import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { countTo, countUse, distance, isBig, prepared, shifted } from './sums.ts';

let value = 0;
beforeAll(() => {
  value = prepared(4);
});

describe('the example', () => {
  it('adds the offset', () => expect(shifted(3)).toBe(5));

  it('knows what is big', () => {
    expect(isBig(100)).toBe(true);
    expect(isBig(1)).toBe(false);
  });

  it('counts', () => expect(countTo(3)).toBe(3));

  it('measures', () => expect(distance(3)).toBe(3));

  it('was prepared', () => expect(value).toBe(8));

  it('evaluates its text elsewhere, where nothing of a mutation is known', () =>
    expect((runInNewContext(`(${distance.toString()})`) as typeof distance)(3)).toBe(3));

  it('counts its first use', () => expect(countUse()).toBe(1));
});
