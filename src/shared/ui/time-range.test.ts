import { describe, expect, it } from 'vitest';
import { localText } from './local-time.ts';
import { boundsOf, customOf } from './time-range.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');

describe('the range of a log', () => {
  it.each([
    [undefined, { beginTime: '2026-03-03T12:00:00.000Z' }],
    ['nonsense', { beginTime: '2026-03-03T12:00:00.000Z' }],
    ['1h', { beginTime: '2026-03-10T11:00:00.000Z' }],
    ['all', {}],
    ['/', {}],
    ['x/y', {}],
  ])('%s', (range, bounds) => expect(boundsOf(range, now)).toEqual(bounds));

  it('that was typed is in the time zone of the person', () => {
    const [from, to] = [localText(now - 60_000), localText(now)];
    expect(boundsOf(`${from}/${to}`, 0)).toEqual({
      beginTime: new Date(now - 60_000).toISOString(),
      endTime: new Date(now).toISOString(),
    });
    expect(boundsOf(`${from}/`, 0)).toEqual({ beginTime: new Date(now - 60_000).toISOString() });
    expect(boundsOf('2026-03-10T20:00/', 0, 'Asia/Shanghai')).toEqual({
      beginTime: '2026-03-10T12:00:00.000Z',
    });
    expect(customOf(`${from}/`)).toEqual([from, '']);
    expect(customOf('7d')).toBeUndefined();
  });
});
