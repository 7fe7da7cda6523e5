import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { untilFree } from './busy.ts';
import { conversionFor } from './conversions.ts';
import { SqliteDriver } from './driver.ts';
import { WriterLock } from './writer-lock.ts';

const busy = (): Error => Object.assign(new Error('database is locked'), { errcode: 5 });

describe('work on a database locked by another process', () => {
  it('is repeated until the database is free', async () => {
    let attempts = 0;
    const work = (): string => {
      attempts += 1;
      if (attempts < 3) throw busy();
      return 'done';
    };
    expect(await untilFree(work, 1_000)).toBe('done');
    expect(attempts).toBe(3);
  });

  it('is given up after the limit', async () => {
    const work = vi.fn(() => {
      throw busy();
    });
    const outcome = Promise.race([untilFree(work, 20), sleep(5_000, 'still waiting')]);
    await expect(outcome).rejects.toMatchObject({ code: 'DATABASE_BUSY', status: 503 });
    expect(work.mock.calls.length).toBeGreaterThan(1);
  });

  it('fails at once for another reason, also while it waits', async () => {
    let attempts = 0;
    const work = (): never => {
      attempts += 1;
      throw attempts === 1 ? busy() : new Error('other');
    };
    await expect(untilFree(work, 1_000)).rejects.toThrow('other');
    expect(attempts).toBe(2);
  });
});

describe('the lock of the writer', () => {
  it('serves in order, and clears the limit of a served waiter', async () => {
    vi.useFakeTimers();
    try {
      const lock = new WriterLock(100);
      const served: string[] = [];
      expect(lock.acquire()).toBeUndefined();
      void Promise.resolve(lock.acquire()).then(() => served.push('a'));
      await vi.advanceTimersByTimeAsync(50);
      void Promise.resolve(lock.acquire()).then(() => served.push('b'));
      lock.release();
      await vi.advanceTimersByTimeAsync(60);
      expect(served).toEqual(['a']);
      lock.release();
      await vi.advanceTimersByTimeAsync(0);
      expect(served).toEqual(['a', 'b']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('removes a waiter after its limit', async () => {
    vi.useFakeTimers();
    try {
      const lock = new WriterLock(100);
      void lock.acquire();
      const late = expect(lock.acquire()).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
      await vi.advanceTimersByTimeAsync(100);
      await late;
      lock.release();
      expect(lock.acquire()).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

it('rolls back and unlocks when a connection is released inside a transaction', async () => {
  const driver = new SqliteDriver(':memory:', () => undefined);
  await driver.init();
  await driver.executeAlone('create table a (i int)', [], false);
  const connection = (await driver.acquireConnection()) as Parameters<SqliteDriver['releaseConnection']>[0];
  await driver.beginTransaction(connection, {});
  await driver.executeWriting('insert into a values (1)', []);
  await driver.releaseConnection(connection);
  expect((await driver.executeAlone('select * from a', [], true)).rows).toEqual([]);
  await driver.destroy();
});

it('writes whole decimals with the digits of their column', () => {
  expect(conversionFor('decimal(10)')(5n)).toBe('5');
  expect(conversionFor('numeric(10, 0)')(5n)).toBe('5');
  expect(conversionFor('decimal(10, 2)')(5n)).toBe('5.00');
  expect(conversionFor('DECIMAL(10,2)')(5.5)).toBe('5.50');
});
