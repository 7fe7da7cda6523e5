import { afterEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../testing/open.ts';
import { isBackedUp, whileBackedUp } from './running-backups.ts';

afterEach(() => void vi.useRealTimers());

it.each(['ends', 'fails'])('a backup that %s keeps nothing longer, and renews nothing', async (end) => {
  const database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
  await database.executeScript('create table sys_backup (backup_id varchar(36), until_ms bigint)');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const during: unknown[] = [];
  const backup = whileBackedUp(database, async () => {
    during.push(await isBackedUp(database, Date.now()), vi.getTimerCount());
    if (end === 'fails') throw new Error('no space');
  });
  expect(await backup.catch((error: Error) => error.message)).toBe(end === 'fails' ? 'no space' : undefined);
  expect(during).toEqual([true, 1]);
  expect([await isBackedUp(database, Date.now()), vi.getTimerCount()]).toEqual([false, 0]);
  await database.close();
});
