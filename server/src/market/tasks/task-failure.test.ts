import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { transferBroken } from '../source/catalog/failures.ts';
import { toTaskFailure } from './task-failure.ts';

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('the failure of a task, for its reader (design 4.4)', () => {
  it('names a full disk with a hint', () => {
    expect(toTaskFailure('stage', coded('ENOSPC', 'ENOSPC: no space left on device, write'))).toMatchObject({
      stage: 'stage',
      code: 'DISK_FULL',
      message: 'The disk is full: ENOSPC: no space left on device, write.',
      fix: expect.stringContaining('Free space') as string,
    });
  });

  it("passes the host's own messages on, and always has a hint", () => {
    const own = {
      code: 'PACKAGE_CHECKSUM',
      status: 409,
      message: 'It is another one.',
      fix: 'Upload it again.',
    };
    expect(toTaskFailure('verify', new PlatformError(own))).toEqual({
      stage: 'verify',
      code: own.code,
      message: own.message,
      fix: own.fix,
    });
    expect(toTaskFailure('switch', new Error('no idea'))).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'no idea',
      fix: expect.stringMatching(/log.*start it again\.$/) as string,
    });
  });

  it('passes on the values of a message for shells in other languages, and nothing else', () => {
    const broken = transferBroken('https://publisher', 5000, 300_000, new Error('gone'));
    expect(toTaskFailure('fetch', broken)).toMatchObject({
      code: 'CATALOG_TRANSFER_BROKEN',
      params: { address: 'https://publisher', received: 5000, size: 300_000, reason: 'gone' },
    });
    for (const params of [undefined, null, 'x', ['x'], { name: 'x', nested: { much: true } }]) {
      const error = new PlatformError({ code: 'DEMO_FAILED', message: 'No.', details: { params } });
      expect(toTaskFailure('load', error)).not.toHaveProperty('params');
    }
    const odd = new PlatformError({ code: 'DEMO_FAILED', message: 'No.', details: { loadStage: 5 } });
    expect(toTaskFailure('load', odd)).not.toHaveProperty('loadStage');
  });
});
