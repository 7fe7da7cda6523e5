import { expect, it } from 'vitest';
import { within } from './within.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const never = new Promise<string>(() => undefined);

it('waits for work, and for nothing after it', async () => {
  const before = timers();
  expect(await within(Promise.resolve('done'), 60_000)).toBe('done');
  await expect(within(Promise.reject(new Error('broken')), 60_000)).rejects.toThrow('broken');
  expect(timers()).toBe(before);
});

it('goes on without late work, or fails', async () => {
  expect(await within(never, 1)).toBeUndefined();
  expect(await within(never, 1, () => 'late')).toBe('late');
  const late = (): never => {
    throw new Error('too late');
  };
  await expect(within(never, 1, late)).rejects.toThrow('too late');
});
