import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPreferences } from './preferences.ts';

describe('readPreferences', () => {
  it('gives back what was stored', () => {
    const preferences = {
      theme: 'dark',
      accent: 'teal',
      locale: 'zh-CN',
      menuFolded: true,
      hiddenColumns: { tasks: ['kind'] },
      pageSizes: { tasks: 50 },
    };
    expect(readPreferences(JSON.stringify(preferences), 'en-US')).toEqual(preferences);
  });

  it('replaces a bad value alone', () => {
    const stored = JSON.stringify({ theme: 'neon', accent: 'pink', pageSizes: { a: -1, b: 10, c: 'x' } });
    expect(readPreferences(stored, 'zh-CN')).toMatchObject({
      theme: 'system',
      accent: 'pink',
      locale: 'zh-CN',
      pageSizes: { b: 10 },
    });
  });

  it('never throws, whatever was stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json()),
        (stored) => readPreferences(stored, 'en-US').theme !== undefined,
      ),
    );
  });
});
