// @vitest-environment node
import { expect, it } from 'vitest';
import { eachOf } from './each-of.ts';

it('goes on where one fails, in order, and says which', async () => {
  const done: number[] = [];
  const failed = await eachOf([1, 2, 3], async (one) => {
    if (one === 2) throw new Error('no');
    done.push(one);
  });
  expect(done).toEqual([1, 3]);
  expect(failed).toEqual([{ one: 2, error: new Error('no') }]);
});
