import { expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import PlanFacts from './PlanFacts.vue';
import { noData, planOf } from './testing/plan.ts';

const menus = Array.from({ length: 21 }, (_, index) => ({
  menuKey: `demo:${index}`,
  menuName: `Menu ${index}`,
  menuType: 'C' as const,
}));

it('findings: interface 14; opens the list of a tile on demand, instead of naming all in a line', async () => {
  const plan = planOf({ menus: { added: menus, changed: [], removed: [] }, scripts: ['01-a.sql'] });
  const page = mountShared(PlanFacts, { props: { plan } });
  expect(page.text()).not.toContain('Menu 0');
  const tile = page.get('[aria-label="21 menus, added"]');
  expect(tile.attributes('aria-expanded')).toBe('false');
  await tile.trigger('click');
  expect(tile.attributes('aria-expanded')).toBe('true');
  const list = page.get('.plan-tiles__list');
  expect(list.attributes('id')).toBe(tile.attributes('aria-controls'));
  expect(list.findAll('li')).toHaveLength(21);
  const scripts = page.get('[aria-label="1 script"]');
  expect(scripts.text()).toMatch(/^1\s+script$/);
  await scripts.trigger('click');
  expect(page.get('.plan-tiles__list').text()).toBe('01-a.sql');
  expect(page.text()).toContain('1 database script runs, which cannot be undone');
  page.unmount();
});

it('design 15.5: shows the rows of each table that a removal deletes, and what stays', () => {
  const plan = planOf({
    action: 'uninstall',
    tables: { created: [], dropped: ['demo_a'], cleared: [] },
    data: {
      goes: { ...noData, tables: [{ name: 'demo_a', rows: 1200 }], settings: 3 },
      stays: { ...noData, settings: 1, objects: { count: 21, names: ['a.pdf'] } },
    },
  });
  const page = mountShared(PlanFacts, { props: { plan } });
  expect(page.get('[data-part="goes"] tr').text().replace(/\s+/g, ' ')).toMatch(/demo_a ?1,200 rows/);
  expect(page.get('[data-part="goes"]').text()).toContain('3 settings');
  expect(page.get('[data-part="stays"]').text()).toContain('1 setting, 21 stored files (a.pdf, …)');
  expect(page.find('[aria-label="1,200 rows lost, removed"]').exists()).toBe(true);
  expect(page.text()).not.toContain('cannot be undone');
  page.unmount();
});
