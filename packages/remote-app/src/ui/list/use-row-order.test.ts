import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import DataTable from './DataTable.vue';

afterEach(() => void (document.body.innerHTML = ''));

async function table(reorder = vi.fn()) {
  const wrapper = mountPart(DataTable, {
    props: {
      ...{ id: 'sizes', label: 'Sizes', rowKey: 'name', reorder },
      columns: [{ key: 'name', label: 'Name', sortBy: 'name' }],
      load: async () => ({ total: 3, rows: [{ name: 's' }, { name: 'm' }, { name: 'l' }] }),
    },
  });
  await flushPromises();
  const row = (at: number) => {
    const found = wrapper.findAll('.data-row')[at];
    if (!found) throw new Error(`There is no row ${at}.`);
    return found;
  };
  return { wrapper, row };
}

describe('design 12: rows are ordered', () => {
  it('by dragging a row before or behind another one', async () => {
    const reorder = vi.fn();
    const { row } = await table(reorder);
    const drag = async (from: number, to: number, clientY: number) => {
      await row(from).trigger('dragstart');
      await row(to).trigger('dragover', { clientY });
      await row(to).trigger('drop');
    };
    await drag(0, 2, 5);
    await drag(2, 0, -5);
    await drag(1, 1, 5);
    expect(reorder.mock.calls).toEqual([
      [{ name: 's' }, 2],
      [{ name: 'l' }, -2],
    ]);
  });

  it('with Alt and the arrow keys', async () => {
    const reorder = vi.fn();
    const { row } = await table(reorder);
    await row(1).trigger('keydown', { key: 'ArrowUp', altKey: true });
    await row(1).trigger('keydown', { key: 'ArrowDown', altKey: true });
    await row(1).trigger('keydown', { key: 'ArrowDown' });
    expect(reorder.mock.calls).toEqual([
      [{ name: 'm' }, -1],
      [{ name: 'm' }, 1],
    ]);
  });

  it('but not while a column sorts them', async () => {
    const { wrapper, row } = await table();
    expect(row(0).attributes('draggable')).toBe('true');
    await wrapper.get('th button').trigger('click');
    await flushPromises();
    expect(row(0).attributes('draggable')).toBeUndefined();
  });
});
