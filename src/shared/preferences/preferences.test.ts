// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownZone, readPreferences } from './preferences.ts';

describe('readPreferences', () => {
  it('returns the stored preferences', () => {
    const preferences = {
      theme: 'dark',
      accent: 'teal',
      locale: 'zh-CN',
      menuFolded: true,
      menuPlace: 'top',
      lockAfter: 15,
      density: 'compact',
      hiddenColumns: { tasks: ['kind'] },
      pageSizes: { tasks: 50 },
      views: { tasks: [{ name: 'Failed', filters: { state: 'failed' } }] },
      cards: { dashboard: { order: ['tasks'], hidden: [] } },
      favourites: ['host:tasks'],
      pinnedTabs: ['/market'],
      recentPages: ['host:market'],
      bell: { mall: 'important' },
      firstStepsDone: true,
      timeZone: 'Asia/Shanghai',
      owner: 7,
    };
    expect(readPreferences(JSON.stringify(preferences), 'en-US')).toEqual(preferences);
  });

  it('replaces only an invalid value', () => {
    const stored = JSON.stringify({
      theme: 'neon',
      accent: 'pink',
      menuPlace: 'below',
      lockAfter: -5,
      pageSizes: { a: -1, b: 10, c: 'x', d: 0 },
      bell: { mall: 'none', crm: 'loud' },
    });
    const read = readPreferences(stored, 'zh-CN');
    expect(read.pageSizes).toEqual({ b: 10 });
    expect(read.bell).toEqual({ mall: 'none' });
    expect(read).toMatchObject({
      theme: 'system',
      accent: 'pink',
      locale: 'zh-CN',
      menuPlace: 'side',
      lockAfter: 0,
    });
  });

  it('never throws, whatever is stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json()),
        (stored) => readPreferences(stored, 'en-US').theme !== undefined,
      ),
    );
  });
});

it.each([
  ['Asia/Shanghai', 'Asia/Shanghai'],
  ['', undefined],
  ['Nowhere/Land', undefined],
])('a zone %j is used as %j', (zone, used) => expect(knownZone(zone)).toBe(used));
