import { expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import PlanTiles from './PlanTiles.vue';

it('a tile opens the list of what it counts, and closes it again', async () => {
  const tiles = [
    { key: 'tables', sign: '+', count: 1, items: [{ name: 'demo_a' }] },
    { key: 'scripts', count: 1, items: [{ name: '01.sql' }] },
  ];
  const wrapper = mountShared(PlanTiles, { props: { tiles } });
  const listed = () => wrapper.findAll('.plan-tiles__list li').map((item) => item.text());
  const [tables, scripts] = wrapper.findAll('button');
  await tables?.trigger('click');
  expect(listed()).toEqual(['demo_a']);
  await scripts?.trigger('click');
  expect(listed()).toEqual(['01.sql']);
  await scripts?.trigger('click');
  expect(listed()).toEqual([]);
  wrapper.unmount();
});
