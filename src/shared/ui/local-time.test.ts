// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, localText } from './local-time.ts';

const zones = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', undefined];

describe('a local time of the chosen zone', () => {
  it.each([
    ['2026-03-10T12:00', 'Asia/Shanghai', '2026-03-10T04:00:00.000Z'],
    ['2026-07-10T12:00', 'America/New_York', '2026-07-10T16:00:00.000Z'],
    ['2026-12-31T23:59:59', 'Asia/Kolkata', '2026-12-31T18:29:59.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ])('%s in %s is %s', (local, zone, instant) => expect(instantOf(local, zone)).toBe(instant));

  it('shows a moment, and comes back to it', () => {
    expect(localText('2026-03-10T12:00:00.000Z', 'Asia/Shanghai')).toBe('2026-03-10T20:00');
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) }),
        fc.constantFrom(...zones),
        (time, zone) => {
          const shown = localText(time, zone);
          expect(localText(instantOf(shown, zone) ?? '', zone)).toBe(shown);
        },
      ),
    );
  });

  it.each(['', 'x', '2026-13-01T00:00'])('knows that %j is none', (text) =>
    expect(instantOf(text)).toBeUndefined(),
  );
});
