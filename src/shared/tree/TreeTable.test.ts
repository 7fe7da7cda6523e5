import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import type { TreeLine } from './tree-line.ts';
import TreeTable from './TreeTable.vue';

interface Line extends TreeLine {
  readonly name: string;
}

const line = (name: string, depth: number, children: readonly unknown[] = []): Line => ({
  ...{ name, depth, children },
  open: true,
});
const lines = [line('Sales', 0, ['North']), line('North', 1), line('Works', 0)];

function table(accepts = () => true) {
  const heard = { onStep: vi.fn(), onShift: vi.fn(), onDrop: vi.fn(), onFold: vi.fn() };
  const wrapper = mountShared(TreeTable<Line>, {
    props: {
      label: 'Departments',
      lines,
      columns: [{ key: 'name', label: 'Name' }],
      keyOf: ({ name }: Line) => name,
      nameOf: ({ name }: Line) => name,
      actions: () => [],
      movable: true,
      search: '',
      total: lines.length,
      accepts,
      ...heard,
    },
  });
  const row = (name: string) => wrapper.get(`[data-line="${name}"]`);
  return { wrapper, heard, row };
}

afterEach(() => void (document.body.innerHTML = ''));

describe('design 12: a tree is moved by keyboard and by dragging', () => {
  it('with Alt and the arrows: up and down, out and in', async () => {
    const { heard, row } = table();
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
      await row('North').trigger('keydown', { key, altKey: true });
    }
    await row('North').trigger('keydown', { key: 'ArrowUp' });
    expect(heard.onStep.mock.calls).toEqual([
      [lines[1], -1],
      [lines[1], 1],
    ]);
    expect(heard.onShift.mock.calls).toEqual([
      [lines[1], -1],
      [lines[1], 1],
    ]);
  });

  it('tells where a line stands among its siblings, after a move by key alone', async () => {
    const { wrapper, row } = table();
    const said = () => wrapper.get('[role=status]').text();
    const [sales, north, works] = lines as [Line, Line, Line];
    await wrapper.setProps({ lines: [works, sales, north] });
    expect(said()).toBe('');
    await row('Works').trigger('keydown', { key: 'ArrowDown', altKey: true });
    await wrapper.setProps({ lines: [sales, north, works] });
    await flushPromises();
    expect(said()).toBe('Works is at place 2 of 2');
    await row('North').trigger('keydown', { key: 'ArrowUp', altKey: true });
    await wrapper.setProps({ lines: [sales, line('West', 1), north, works] });
    await flushPromises();
    expect(said()).toBe('North is at place 2 of 2');
  });

  it.each([
    [true, 'West is at place 2 of 2'],
    [false, 'North is at place 3 of 3'],
  ])('leaves a move to another parent to a page that tells it: %s', async (shiftsTold, expected) => {
    const { wrapper, row } = table();
    const [sales, , works] = lines as [Line, Line, Line];
    const [west, north] = [line('West', 1), line('North', 1)];
    await wrapper.setProps({ shiftsTold, lines: [sales, north, west, works] });
    await row('West').trigger('keydown', { key: 'ArrowUp', altKey: true });
    await wrapper.setProps({ lines: [sales, west, north, works] });
    await row('West').trigger('keydown', { key: 'ArrowDown', altKey: true });
    await wrapper.setProps({ lines: [sales, north, west, works] });
    await row('North').trigger('keydown', { key: 'ArrowLeft', altKey: true });
    await wrapper.setProps({ lines: [sales, west, works, line('North', 0)] });
    await flushPromises();
    expect(wrapper.get('[role=status]').text()).toBe(expected);
  });

  it('tells how many lines a search has found, also none', async () => {
    const { wrapper } = table();
    const region = wrapper.get('[role=status]').element;
    expect(region.textContent).toBe('');
    await wrapper.setProps({ search: 'or', lines: lines.slice(0, 2), total: 2 });
    expect(region.textContent).toBe('2 in total');
    await wrapper.setProps({ search: 'orx', lines: [], total: 0 });
    expect(region.textContent).toBe('0 in total');
    expect(region.isConnected).toBe(true);
    expect(wrapper.find('[role=region]').exists()).toBe(false);
    await wrapper.setProps({ search: '', lines, total: 3 });
    expect(region.textContent).toBe('3 in total');
  });

  it('by dragging it over a line, where it is accepted', async () => {
    const { heard, row } = table();
    await row('Works').trigger('dragstart');
    await row('North').trigger('dragover', { clientY: 5 });
    await row('North').trigger('drop');
    expect(heard.onDrop).toHaveBeenCalledOnce();
    expect(heard.onDrop.mock.calls[0]?.slice(0, 2)).toEqual([lines[2], lines[1]]);
    const refusing = table(() => false);
    await refusing.row('Works').trigger('dragstart');
    await refusing.row('North').trigger('dragover', { clientY: 5 });
    await refusing.row('North').trigger('drop');
    expect(refusing.heard.onDrop).not.toHaveBeenCalled();
  });

  it('folds what has something beneath it', async () => {
    const { heard, row } = table();
    await row('Sales').get('button[aria-expanded]').trigger('click');
    expect(heard.onFold).toHaveBeenCalledWith(lines[0]);
    expect(row('North').find('button[aria-expanded]').exists()).toBe(false);
  });
});
