import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { luminance, shadesOf } from './accent.ts';

/** The surfaces of `tokens.css`. */
const SURFACES = {
  light: ['#ffffff', '#f7f8fa', '#f1f3f6'],
  dark: ['#15171c', '#0e0f13', '#1c1f26', '#21252d'],
};

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('design 8.1: the accent of a site', () => {
  it.each(['light', 'dark'] as const)('is readable in the %s theme, whatever was chosen', (theme) => {
    fc.assert(
      fc.property(anyColour, (chosen) => {
        const { accent, text } = shadesOf(chosen)[theme];
        expect(contrast('#ffffff', accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent, SURFACES[theme][0] ?? '')).toBeGreaterThanOrEqual(3);
        for (const surface of SURFACES[theme]) {
          expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });

  it('stays as chosen where that is readable', () => {
    expect(shadesOf('#0f706a').light).toEqual({ accent: '#0f706a', text: '#0f706a' });
  });

  it.each(['#ffee00', '#000000', '#ffffff'])('makes a usable colour of %s', (chosen) => {
    const { light, dark } = shadesOf(chosen);
    for (const shade of [light.accent, light.text, dark.accent, dark.text]) {
      expect(shade).toMatch(/^#[0-9a-f]{6}$/);
    }
  });
});
