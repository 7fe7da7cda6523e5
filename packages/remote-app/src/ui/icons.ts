import { h, type FunctionalComponent } from 'vue';

/**
 * Drawings of Lucide (ISC) as paths. Its own components bring 1 kB to each application, a
 * twentieth of all parts.
 */
function icon(path: string): FunctionalComponent<{ size?: number }> {
  const Icon: FunctionalComponent<{ size?: number }> = ({ size = 24 }) =>
    h(
      'svg',
      {
        class: 'lucide',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 2,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
        'aria-hidden': true,
      },
      h('path', { d: path }),
    );
  Icon.props = ['size'];
  return Icon;
}

export const ArrowDown = icon('M12 5v14m7-7-7 7-7-7');
export const ArrowDownUp = icon('m3 16 4 4 4-4M7 20V4m14 4-4-4-4 4m4-4v16');
export const ArrowUp = icon('m5 12 7-7 7 7m-7 7V5');
export const BookmarkPlus = icon(
  'M12 7v6m3-3H9m8-7a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z',
);
export const Check = icon('M20 6 9 17l-5-5');
export const ChevronLeft = icon('m15 18-6-6 6-6');
export const ChevronRight = icon('m9 18 6-6-6-6');
export const ChevronsUpDown = icon('m7 15 5 5 5-5M7 9l5-5 5 5');
export const CircleX = icon('M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m13-3-6 6m0-6 6 6');
export const Copy = icon(
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
);
export const Download = icon('M12 15V3m9 12v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4m4-5 5 5 5-5');
export const FunnelX = icon(
  'M12.531 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0 0 1 10 14v6a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1 .517-1.341l.427-.473m2.056-9.686 5 5m0-5-5 5',
);
export const Ellipsis = icon(
  'M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0 1 1 0 1 0-2 0M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
);
export const Pencil = icon(
  'M21.17 6.81a1 1 0 0 0-3.98-3.98L3.84 16.17a2 2 0 0 0-.5.83l-1.32 4.35a.5.5 0 0 0 .62.62L7 20.66a2 2 0 0 0 .83-.5zM15 5l4 4',
);
export const Search = icon('m21 21-4.34-4.34M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0');
export const SlidersHorizontal = icon('M10 5H3m9 14H3M14 3v4m2 10v4m5-9h-9m9 7h-5m5-14h-7m-6 5v4m0-2H3');
export const X = icon('M18 6 6 18M6 6l12 12');
