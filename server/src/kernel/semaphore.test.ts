import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

it('runs at most its permits at a time, in order, and continues after a failure', async () => {
  const turns = new Semaphore(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number): Promise<void> =>
    turns.run(async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(n);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      if (n === 1) throw new Error('first');
    });
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(work));
  expect(most).toBe(2);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(results.map((result) => result.status)).toEqual(['rejected', ...Array<string>(4).fill('fulfilled')]);
});
