// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePopup } from './place-popup.ts';

const window = { width: 800, height: 600 };
const size = { width: 200, height: 150 };

describe('placePopup', () => {
  it('opens below with the requested alignment', () => {
    const anchor = { left: 400, right: 440, top: 20, bottom: 52 };
    expect(placePopup(anchor, size, window, 'start')).toEqual({ left: 400, top: 56 });
    expect(placePopup(anchor, size, window, 'end')).toEqual({ left: 240, top: 56 });
  });

  it('opens above when there is no room below', () => {
    const anchor = { left: 400, right: 440, top: 540, bottom: 572 };
    expect(placePopup(anchor, size, window, 'end').top).toBe(386);
  });

  it('stays inside the window for any anchor', () => {
    fc.assert(
      fc.property(
        fc.nat(800),
        fc.nat(600),
        fc.constantFrom('start', 'end', 'side' as const),
        (x, y, align) => {
          const at = placePopup({ left: x, right: x, top: y, bottom: y }, size, window, align);
          expect(at.left).toBeGreaterThanOrEqual(8);
          expect(at.left + size.width).toBeLessThanOrEqual(window.width - 8);
          expect(at.top).toBeGreaterThanOrEqual(8);
          expect(at.top + size.height).toBeLessThanOrEqual(window.height - 8);
        },
      ),
    );
  });
});
