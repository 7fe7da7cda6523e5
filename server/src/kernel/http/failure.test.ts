import { PlatformError } from '@platform/plugin-sdk/core';
import { describe, expect, it } from 'vitest';
import { errorEnvelope, toPlatformError } from './failure.ts';

const failing = (fields: object, message = 'It broke.'): Error => Object.assign(new Error(message), fields);
/** An error of another copy of the SDK. */
const foreign = (fields: object): Error => failing({ name: 'PlatformError', ...fields });

describe('a thrown value becomes an error that can be answered', () => {
  it.each([
    [failing({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 'BODY_TOO_LARGE', 413],
    [failing({ code: 'FST_ERR_CTP_INVALID_JSON_BODY' }), 'BODY_NOT_JSON', 400],
    [failing({ code: 'FST_ERR_CTP_EMPTY_JSON_BODY' }), 'BODY_NOT_JSON', 400],
    [failing({ code: 'FST_ERR_MAX_PARAM_LENGTH' }), 'URL_TOO_LONG', 414],
    [failing({ code: 'ECONNRESET', statusCode: 400 }), 'BODY_INCOMPLETE', 400],
    [failing({ code: 'ECONNRESET' }), 'INTERNAL_ERROR', 500],
    [failing({ code: 'ECONNRESET', statusCode: 502 }), 'INTERNAL_ERROR', 500],
    [failing({ code: 'toString' }), 'INTERNAL_ERROR', 500],
    [failing({ code: 'cutOff' }), 'INTERNAL_ERROR', 500],
    [Object.assign(new SyntaxError('Unexpected'), { statusCode: 400 }), 'BODY_NOT_JSON', 400],
    [new SyntaxError('Unexpected'), 'INTERNAL_ERROR', 500],
    [failing({ statusCode: 400 }), 'INTERNAL_ERROR', 500],
    [failing({ code: 'EDQUOT' }), 'DISK_FULL', 507],
    [failing({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'DISK_FULL', 507],
    [failing({ code: 'ERR_SQLITE_ERROR', errcode: 0x30d }), 'DISK_FULL', 507],
    [failing({ code: 'ERR_SQLITE_ERROR', errcode: 5 }), 'INTERNAL_ERROR', 500],
    [failing({ errcode: '13' }), 'INTERNAL_ERROR', 500],
    [{ code: 'ENOSPC', errcode: 13 }, 'INTERNAL_ERROR', 500],
    ['a text', 'INTERNAL_ERROR', 500],
    [null, 'INTERNAL_ERROR', 500],
  ])('%o: %s', (thrown, code, status) => {
    const error = toPlatformError(thrown);
    expect(error).toMatchObject({ code, status, cause: thrown });
    expect(error.fix).toMatch(/\.$/);
  });

  it('names a full disk without the paths of the host', () => {
    const message = "ENOSPC: no space left on device, write '/srv/data/a.zip'";
    expect(toPlatformError(failing({ code: 'ENOSPC' }, message)).message).toBe(
      'The disk is full: ENOSPC: no space left on device.',
    );
  });

  it('hides the text of an unknown error', () => {
    expect(toPlatformError(new Error('password=1')).message).not.toContain('password');
  });
});

describe('a PlatformError', () => {
  it('stays itself, also of another copy of the SDK', () => {
    const own = new PlatformError({ code: 'A', status: 404, message: 'x' });
    expect(toPlatformError(own)).toBe(own);
    class OwnError extends PlatformError {
      override readonly name = 'OwnError';
    }
    const named = new OwnError({ code: 'A', status: 409, message: 'x' });
    expect(toPlatformError(named)).toBe(named);
    const other = foreign({ code: 'A', status: 599, fix: 'y' });
    expect(toPlatformError(other)).toBe(other);
  });

  it.each([
    [
      { code: 'A', status: 399 },
      { code: 'A', status: 500 },
    ],
    [
      { code: 'A', status: 600, fix: 'y' },
      { code: 'A', status: 500, fix: 'y' },
    ],
    [
      { code: 'A', status: 409.5 },
      { code: 'A', status: 500 },
    ],
    [
      { code: 'A', status: 409, fix: 7 },
      { code: 'A', status: 409, fix: undefined },
    ],
    [{ status: 409 }, { code: 'INTERNAL_ERROR', status: 409 }],
    [
      { code: 7, status: 409, details: [1] },
      { code: '7', status: 409, details: [1] },
    ],
  ])('with wrong fields is repaired: %o', (fields, repaired) => {
    const error = foreign(fields);
    expect(toPlatformError(error)).toMatchObject({ ...repaired, message: 'It broke.', cause: error });
  });

  it('is one by its name and status only', () => {
    expect(toPlatformError(failing({ name: 'PlatformError', code: 'A' }))).toMatchObject({ status: 500 });
    expect(toPlatformError(failing({ code: 'A', status: 404 }))).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(toPlatformError({ name: 'PlatformError', code: 'A', status: 404 })).toMatchObject({ status: 500 });
  });

  it('is answered with what can be written as JSON', () => {
    const error = (details: unknown, fix?: string) =>
      new PlatformError({ code: 'A', status: 409, message: 'x', details, ...(fix ? { fix } : {}) });
    const common = { code: 409, msg: 'x', error: 'A', requestId: 'id' };
    expect(errorEnvelope(error(undefined), 'id')).toStrictEqual(common);
    expect(errorEnvelope(error({ at: new Date(0) }, 'y'), 'id')).toStrictEqual({
      ...common,
      details: { at: '1970-01-01T00:00:00.000Z' },
      fix: 'y',
    });
    const endless: { self?: unknown } = {};
    endless.self = endless;
    expect(errorEnvelope(error(endless), 'id')).toStrictEqual(common);
  });
});
