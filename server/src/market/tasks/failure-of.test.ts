import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { transferBroken } from '../catalog/reader/failures.ts';
import { failureOf } from './failure-of.ts';

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('why a task failed, for who reads it (design 4.4)', () => {
  it('names a full disk, and says what to do', () => {
    expect(failureOf('stage', coded('ENOSPC', 'ENOSPC: no space left on device, write'))).toMatchObject({
      stage: 'stage',
      code: 'DISK_FULL',
      message: 'There is no room left on the disk: ENOSPC: no space left on device, write.',
      fix: expect.stringContaining('Make room') as string,
    });
  });

  it('passes on what the host says of itself, and never leaves the reader without advice', () => {
    const own = {
      code: 'PACKAGE_CHECKSUM',
      status: 409,
      message: 'It is another one.',
      fix: 'Upload it again.',
    };
    expect(failureOf('verify', new PlatformError(own))).toEqual({
      stage: 'verify',
      code: own.code,
      message: own.message,
      fix: own.fix,
    });
    expect(failureOf('switch', new Error('no idea'))).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'no idea',
      fix: expect.stringMatching(/log.*start it again\.$/) as string,
    });
  });

  it('passes on what a message is filled with, for shells in other languages, and nothing else', () => {
    const broken = transferBroken('https://publisher', 5000, 300_000, new Error('gone'));
    expect(failureOf('fetch', broken)).toMatchObject({
      code: 'CATALOG_TRANSFER_BROKEN',
      params: { address: 'https://publisher', received: 5000, size: 300_000, reason: 'gone' },
    });
    for (const params of [undefined, null, 'x', ['x'], { nested: { much: true } }]) {
      const error = new PlatformError({ code: 'DEMO_FAILED', message: 'No.', details: { params } });
      expect(failureOf('load', error)).not.toHaveProperty('params');
    }
  });
});
