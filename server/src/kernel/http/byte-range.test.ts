import { describe, expect, it } from 'vitest';
import { rangeHeadersOf, requestedBytes } from './byte-range.ts';

const ask = (range?: string, ifRange?: string) => requestedBytes({ range, ifRange }, 100, '"tag"');

describe('a requested part of a package', () => {
  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=90-', 90, 99],
    ['bytes=90-500', 90, 99],
    ['bytes=-10', 90, 99],
    ['bytes=-500', 0, 99],
    ['bytes=7-7', 7, 7],
    ['bytes=99-', 99, 99],
    [' bytes=0-9 ', 0, 9],
  ])('%s', (range, start, end) => {
    expect(ask(range)).toEqual({ start, end });
  });

  it.each([undefined, '', 'bytes=-', 'bytes=0-1,5-6', 'items=0-9', 'bytes=a-b', 'x bytes=0-9'])(
    'is the whole package for %s',
    (range) => {
      expect(ask(range)).toBeUndefined();
    },
  );

  it('is the whole package after a change', () => {
    expect(ask('bytes=10-', '"tag"')).toEqual({ start: 10, end: 99 });
    expect(ask('bytes=10-', ' "tag" ')).toEqual({ start: 10, end: 99 });
    expect(ask('bytes=10-', '"other"')).toBeUndefined();
  });

  it.each(['bytes=100-', 'bytes=9-5', 'bytes=-0'])('is refused for %s', (range) => {
    expect(() => ask(range)).toThrow(expect.objectContaining({ code: 'OBJECT_RANGE_INVALID', status: 416 }));
  });
});

it('reads the first of repeated headers', () => {
  expect(rangeHeadersOf({ range: ['bytes=0-1', 'bytes=2-3'], 'if-range': '"tag"' })).toEqual({
    range: 'bytes=0-1',
    ifRange: '"tag"',
  });
  expect(rangeHeadersOf({})).toEqual({ range: undefined, ifRange: undefined });
});
