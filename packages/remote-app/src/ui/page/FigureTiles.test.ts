import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { h } from 'vue';
import FigureTile from './FigureTile.vue';
import FigureTiles from './FigureTiles.vue';

it('shows figures by name, and a dash for a missing one', () => {
  const tiles = mount(FigureTiles, {
    slots: {
      default: () => [
        h(FigureTile, { label: 'Orders', value: '7', hint: '3 paid', warn: true }),
        h(FigureTile, { label: 'Sales' }),
      ],
    },
  });
  expect(tiles.findAll('dt').map((name) => name.text())).toEqual(['Orders', 'Sales']);
  expect(tiles.findAll('dd').map((figure) => figure.text())).toEqual(['7', '3 paid', '–', '']);
  expect(tiles.findAll('.warn')).toHaveLength(1);
});
