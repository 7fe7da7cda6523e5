import type { SiteShades, Shades } from './shades.ts';

/** Red, green, blue from 0 to 255. */
type Colour = readonly [number, number, number];

/**
 * Luminances between which a colour is readable, by WCAG 2 level AA, with a margin for rounding: as
 * a surface below white text and beside the page, and as text on every surface of a theme. The
 * numbers follow from `tokens.css`; a test compares them.
 */
const RANGES = {
  light: { accent: [0, 0.18], text: [0, 0.15] },
  dark: { accent: [0.13, 0.18], text: [0.27, 1] },
} as const;

/**
 * The shades of an accent that stay readable in both themes. Hue stays; what is too light or too
 * dark is mixed with black or white as far as needed. (design 8.1)
 *
 * @param accent as `#rrggbb`
 */
export function shadesOf(accent: string): SiteShades {
  const colour = parse(accent);
  const of = ({ accent: fill, text }: (typeof RANGES)[keyof typeof RANGES]): Shades => ({
    accent: format(within(colour, fill)),
    text: format(within(colour, text)),
  });
  return { light: of(RANGES.light), dark: of(RANGES.dark) };
}

/** Relative luminance by WCAG 2, from 0 to 1. */
export function luminance(accent: string): number {
  return luminanceOf(parse(accent));
}

function within(colour: Colour, [least, most]: readonly [number, number]): Colour {
  const now = luminanceOf(colour);
  if (now >= least && now <= most) return colour;
  const [target, goal] = now < least ? [255, least] : [0, most];
  const mixed = (share: number): Colour => {
    const [red, green, blue] = colour.map((part) => Math.round(part + (target - part) * share));
    return [red ?? 0, green ?? 0, blue ?? 0];
  };
  const fits = (share: number) =>
    now < least ? luminanceOf(mixed(share)) >= goal : luminanceOf(mixed(share)) <= goal;
  let [low, high] = [0, 1];
  while (high - low > 1 / 512) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return mixed(high);
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(accent: string): Colour {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(accent.slice(at, at + 2), 16));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

const format = (colour: Colour): string =>
  `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
