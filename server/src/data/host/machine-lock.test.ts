import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileLock } from './machine-lock.ts';

describe('design 10.7-12: the lock of a machine', () => {
  let directory: string;
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'machine-lock-'))));
  afterEach(() => rm(directory, { recursive: true }));
  const of = (workers: number, patienceMs?: number): FileLock =>
    new FileLock(
      join(directory, 'files.lock'),
      () => new Set(Array.from({ length: workers }, (_, index) => `${index}`)),
      patienceMs,
    );

  it('lets one worker at a time change the files', async () => {
    const events: string[] = [];
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const first = of(2).exclusively(async () => {
      events.push('first in');
      entered.resolve();
      await leave.promise;
      events.push('first out');
    });
    await entered.promise;
    const second = of(2).exclusively(async () => void events.push('second in'));
    await expect(of(2, 0).exclusively(async () => undefined)).rejects.toMatchObject({
      code: 'MACHINE_LOCK_TIMEOUT',
    });
    leave.resolve();
    await Promise.all([first, second]);
    expect(events).toEqual(['first in', 'first out', 'second in']);
  });

  it('is free after a failure, and not needed by a process alone', async () => {
    await expect(of(2).exclusively(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const inside = await of(2, 0).exclusively(() => of(1).exclusively(async () => 'alone'));
    expect(inside).toBe('alone');
  });

  it('does not wait where its file is unusable', async () => {
    await writeFile(join(directory, 'files.lock'), 'no database'.repeat(100));
    await expect(of(2).exclusively(async () => undefined)).rejects.toThrow('file is not a database');
  });
});
