import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import DataTable from './DataTable.vue';

const load = async () => ({ total: 2, rows: [{ name: 'ada' }, { name: 'grace' }] });

async function listOf(more: object = {}) {
  const props = {
    id: 'people',
    label: 'People',
    columns: [{ key: 'name', label: 'Name' }],
    rowKey: 'name',
    load,
    activatable: true,
    ...more,
  };
  const table = mountPart(DataTable, { props, slots: { filters: '<input type="search" />' } });
  await flushPromises();
  return table;
}
const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
const focused = () => document.activeElement?.textContent?.trim();

afterEach(() => {
  document.body.innerHTML = '';
});

it('moves through the rows with j and k, and to the search with /', async () => {
  const table = await listOf();
  press('j');
  expect(focused()).toBe('ada');
  press('j');
  expect(focused()).toBe('grace');
  press('j');
  expect(focused()).toBe('grace');
  press('k');
  expect(focused()).toBe('ada');
  press('/');
  expect(document.activeElement?.tagName).toBe('INPUT');
  table.unmount();
});

it('issue 20: moves with the arrow keys while the list has the focus, and not otherwise', async () => {
  const table = await listOf();
  expect(press('ArrowDown')).toBe(true);
  expect(focused()).not.toBe('ada');
  press('j');
  expect(press('ArrowDown', {}, document.activeElement ?? document.body)).toBe(false);
  expect(focused()).toBe('grace');
  press('ArrowUp', {}, document.activeElement ?? document.body);
  expect(focused()).toBe('ada');
  const field = table.get('input').element;
  field.focus();
  expect(press('ArrowDown', {}, field)).toBe(true);
  expect(document.activeElement).toBe(field);
  table.unmount();
});

it('ignores keys while the user types, and with Ctrl, Alt or Meta', async () => {
  const table = await listOf();
  const field = table.get('input').element;
  field.focus();
  press('j', {}, field);
  expect(document.activeElement).toBe(field);
  field.blur();
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) press('j', { [modifier]: true });
  expect(focused()).not.toBe('ada');
  table.unmount();
});

it('ignores keys once the list is unmounted', async () => {
  const table = await listOf();
  table.unmount();
  const event = new KeyboardEvent('keydown', { key: 'j', cancelable: true });
  document.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

it('activates a row with Enter, and selects it with x', async () => {
  const bulk = vi.fn(() => [{ key: 'remove', label: 'Delete', run: () => undefined }]);
  const table = await listOf({ bulk });
  await table.get('.data-row').trigger('keydown', { key: 'Enter' });
  expect(table.emitted('activate')).toEqual([[{ name: 'ada' }]]);
  await table.get('.data-row').trigger('keydown', { key: 'x' });
  expect(bulk).toHaveBeenLastCalledWith([{ name: 'ada' }]);
  expect(table.get('.bulk-bar').text()).toContain('1 selected');
  table.unmount();
});

it('does not activate a row when a control in it is pressed', async () => {
  const table = await listOf({ bulk: () => [] });
  await table.get('.data-row input').trigger('click');
  expect(table.emitted('activate')).toBeUndefined();
  table.unmount();
});

it('clears filters from the bar and from the empty list', async () => {
  const none = async () => ({ total: 0, rows: [] });
  const table = await listOf({ load: none, filters: { name: 'x', status: 1 } });
  const buttons = table.findAll('button').filter((button) => button.text() === 'Clear filters');
  expect(buttons).toHaveLength(2);
  await buttons[1]?.trigger('click');
  expect(table.emitted('update:filters')).toEqual([[{ name: undefined, status: undefined }]]);
  table.unmount();
});
