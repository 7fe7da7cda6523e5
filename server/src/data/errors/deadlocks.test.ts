import { expect, it, vi } from 'vitest';
import { repeatedOnDeadlock } from './deadlocks.ts';

const thrown = (code: string): Error => Object.assign(new Error(code), { code });

it.each(['ER_LOCK_DEADLOCK', '40P01', '40001'])('a statement ended by %s is run again', async (code) => {
  const statement = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(thrown(code))
    .mockRejectedValueOnce(new Error('at work', { cause: thrown(code) }))
    .mockResolvedValue('done');
  expect(await repeatedOnDeadlock(statement)).toBe('done');
  expect(statement).toHaveBeenCalledTimes(3);
});

it('a deadlock that does not end is reported', async () => {
  const statement = vi.fn(() => Promise.reject(thrown('40P01')));
  await expect(repeatedOnDeadlock(statement, 3)).rejects.toThrow('40P01');
  expect(statement).toHaveBeenCalledTimes(3);
});

it('another error is reported at once', async () => {
  const statement = vi.fn(() => Promise.reject(thrown('ER_DUP_ENTRY')));
  await expect(repeatedOnDeadlock(statement)).rejects.toThrow('ER_DUP_ENTRY');
  expect(statement).toHaveBeenCalledOnce();
});
