import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import DataTable from './DataTable.vue';

afterEach(() => void (document.body.innerHTML = ''));

const sizes = ['s', 'm', 'l'];

async function table(reorder = vi.fn(), names = sizes) {
  const wrapper = mountPart(DataTable, {
    props: {
      ...{ id: 'sizes', label: 'Sizes', rowKey: 'name', reorder },
      columns: [{ key: 'name', label: 'Name', sortBy: 'name' }],
      load: async () => ({ total: 3, rows: names.map((name) => ({ name })) }),
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

  it('and tells a screen reader where a row stands that was moved by key', async () => {
    const names = [...sizes];
    const reorder = vi.fn();
    const { wrapper, row } = await table(reorder, names);
    const said = () => wrapper.get('[role=status]').text();
    const reload = async (...now: string[]) => {
      names.splice(0, 3, ...now);
      await (wrapper.vm as unknown as { reload(): Promise<void> }).reload();
    };
    const press = (at: number, key: string) => row(at).trigger('keydown', { key, altKey: true });
    const quick = Promise.withResolvers<void>();
    reorder.mockImplementationOnce(() => quick.promise.then(() => reload('s', 'l', 'm')));
    reorder.mockImplementationOnce(() => reload('l', 's', 'm'));
    await press(2, 'ArrowUp');
    await press(2, 'ArrowUp');
    expect(said()).toBe('');
    quick.resolve();
    await flushPromises();
    expect(said()).toBe('l: 1 of 3');
    reorder.mockImplementationOnce(() => undefined);
    await press(0, 'ArrowUp');
    await reload('s', 'l', 'm');
    await flushPromises();
    expect(said()).toBe('');
  });

  it('but not while a column sorts them', async () => {
    const { wrapper, row } = await table();
    expect(row(0).attributes('draggable')).toBe('true');
    await wrapper.get('th button').trigger('click');
    await flushPromises();
    expect(row(0).attributes('draggable')).toBeUndefined();
  });
});
