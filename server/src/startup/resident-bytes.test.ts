import { expect, it } from 'vitest';
import { residentReader } from './resident-bytes.ts';

it('keeps the last value while it cannot be read', () => {
  const values = [7, undefined, 9];
  const resident = residentReader(() => {
    const value = values.shift();
    if (value === undefined) throw new Error('EMFILE: too many open files, uv_resident_set_memory');
    return value;
  });
  expect([resident(), resident(), resident()]).toEqual([7, 7, 9]);
});

it('reads the memory of this process', () => {
  expect(residentReader()()).toBeGreaterThan(10 * 2 ** 20);
});
