import { expect, it } from 'vitest';
import { failureOfBackup } from './failures.ts';

it('a backup names its own disk where that is full', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(failureOfBackup(error, '/backups/monday')).toMatchObject({
    code: 'DISK_FULL',
    message: 'The disk of /backups/monday is full.',
    fix: expect.stringContaining('another disk') as string,
  });
  const other = new Error('x');
  expect(failureOfBackup(other, '/backups/monday')).toBe(other);
});
