import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import { meaningful } from './data-table.ts';
import SaveView from './SaveView.vue';
import SortMenu from './SortMenu.vue';

it.each(['asc', 'desc'] as const)(
  'the menu of sorting says that a column is sorted: %s',
  async (direction) => {
    const columns = [
      { key: 'name', label: 'Name', sortBy: 'name' },
      { key: 'size', label: 'Size' },
    ];
    const menu = mountPart(SortMenu, { props: { columns, sort: { column: 'name', direction } } });
    await menu.get('button').trigger('click');
    await flushPromises();
    const items = [...document.querySelectorAll('[role=menuitemradio]')].map(
      ({ textContent }) => textContent,
    );
    expect(items).toHaveLength(1);
    expect(items[0]).toMatch(direction === 'asc' ? /ascending/i : /descending/i);
  },
);

it('a view is saved by its trimmed name, and Escape closes the form and nothing else', async () => {
  const closed = vi.fn();
  document.addEventListener('keydown', closed);
  const save = vi.fn();
  const view = mountPart(SaveView, { props: { names: [], offered: true, onSave: save } });
  const begin = () => view.get('button.icon-button').trigger('click');
  await begin();
  await view.get('form').trigger('keydown', { key: 'Escape' });
  await flushPromises();
  expect(view.find('form').exists()).toBe(false);
  expect(closed).not.toHaveBeenCalled();
  await begin();
  await view.get('form').trigger('submit');
  expect(save).not.toHaveBeenCalled();
  await view.get('input').setValue(' Mine ');
  await view.get('form').trigger('submit');
  expect(save.mock.calls).toEqual([['Mine']]);
  expect(view.find('form').exists()).toBe(false);
  document.removeEventListener('keydown', closed);
});

it('filters without a value are left out', () => {
  const filters = { text: ' a ', blank: ' ', none: null, gone: undefined, zero: 0, no: false };
  expect(meaningful(filters)).toEqual({ text: 'a', zero: 0, no: false });
});
