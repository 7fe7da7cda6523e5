// @vitest-environment node
import { expect, it } from 'vitest';
import { planTiles } from './plan-tiles.ts';
import { noData, planOf } from './testing/plan.ts';

const tiles = (change: Parameters<typeof planOf>[0], locale = 'en-US') =>
  planTiles(planOf(change), (name) => name.toUpperCase(), locale);
const menu = (menuName: string) => ({ menuKey: menuName, menuName, menuType: 'C' as const });

it('design 15.5: counts scripts, tables, menus, files and permissions, and names what is counted', () => {
  const found = tiles({
    scripts: ['01.sql', '02.sql'],
    tables: { created: ['demo_a'], dropped: [], cleared: [] },
    menus: { added: [menu('Items'), menu('Notes')], changed: [menu('Root')], removed: [menu('Old')] },
    files: { placed: ['a.js'], removed: ['b.js', 'c.js'] },
    permissions: [{ name: 'network', scope: ['a.example'], isNew: true }],
  });
  expect(found.map(({ key, sign = '', count }) => `${count} ${key}${sign}`)).toEqual([
    ...[
      '2 scripts',
      '1 tables+',
      '2 menus+',
      '1 menus~',
      '1 menus−',
      '1 files+',
      '2 files−',
      '1 permissions',
    ],
  ]);
  expect(found[2]?.items).toEqual([{ name: 'Items' }, { name: 'Notes' }]);
  expect(found.at(-1)?.items).toEqual([{ name: 'NETWORK: a.example' }]);
});

it('names menus in the language of the shell', () => {
  const menus = { added: [{ ...menu('Items'), menuNames: { 'zh-CN': '事项' } }], changed: [], removed: [] };
  expect(tiles({ menus }, 'zh-CN')[0]?.items).toEqual([{ name: '事项' }]);
  expect(tiles({ menus })[0]?.items).toEqual([{ name: 'Items' }]);
});

it('has no tile for what is not touched', () => {
  expect(tiles({})).toEqual([]);
});

it('findings: interface 14; counts the rows that a removal deletes, table by table', () => {
  const goes = {
    ...noData,
    tables: [
      { name: 'demo_a', rows: 2 },
      { name: 'demo_b', rows: 3 },
      { name: 'demo_kept', rows: 9 },
    ],
  };
  const found = tiles({
    tables: { created: [], dropped: ['demo_a'], cleared: ['demo_b'] },
    data: { goes, stays: noData },
  });
  expect(found.find(({ key }) => key === 'rows')).toMatchObject({
    count: 5,
    tone: 'bad',
    items: [
      { name: 'demo_a', rows: 2 },
      { name: 'demo_b', rows: 3 },
    ],
  });
});
