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
  const heard = { step: vi.fn(), shift: vi.fn(), onDrop: vi.fn(), onFold: vi.fn() };
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
  const announcement = () => wrapper.get('[role=status]').text();
  const press = (name: string, key: string) => row(name).trigger('keydown', { key, altKey: true });
  /** The page answers a move with these lines; with none, nothing has changed. */
  const answer = (kind: 'step' | 'shift', now?: readonly Line[]) =>
    heard[kind].mockImplementationOnce(async () => {
      await Promise.resolve();
      if (now) await wrapper.setProps({ lines: now });
    });
  return { wrapper, heard, row, announcement, press, answer };
}

afterEach(() => void (document.body.innerHTML = ''));

describe('design 12: a tree is moved by keyboard and by dragging', () => {
  it('with Alt and the arrows: up and down, out and in', async () => {
    const { heard, row } = table();
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
      await row('North').trigger('keydown', { key, altKey: true });
    }
    await row('North').trigger('keydown', { key: 'ArrowUp' });
    expect(heard.step.mock.calls).toEqual([
      [lines[1], -1],
      [lines[1], 1],
    ]);
    expect(heard.shift.mock.calls).toEqual([
      [lines[1], -1],
      [lines[1], 1],
    ]);
  });

  it('tells where a line stands among its siblings, after a move by key alone', async () => {
    const { wrapper, announcement, press, answer } = table();
    const [sales, north, works] = lines as [Line, Line, Line];
    await wrapper.setProps({ lines: [works, sales, north] });
    expect(announcement()).toBe('');
    answer('step', [sales, north, works]);
    await press('Works', 'ArrowDown');
    await flushPromises();
    expect(announcement()).toBe('Works is at place 2 of 2');
    answer('step', [sales, line('West', 1), north, works]);
    await press('North', 'ArrowUp');
    await flushPromises();
    expect(announcement()).toBe('North is at place 2 of 2');
  });

  it('tells each of quick moves, and nothing of a later change after one that changed nothing', async () => {
    const { wrapper, announcement, press, answer } = table();
    const [sales, north, works] = lines as [Line, Line, Line];
    answer('step', [works, sales, north]);
    answer('step', [...lines]);
    await press('Works', 'ArrowUp');
    await press('Works', 'ArrowDown');
    await flushPromises();
    expect(announcement()).toBe('Works is at place 2 of 2');
    answer('step');
    await press('Works', 'ArrowDown');
    await flushPromises();
    await wrapper.setProps({ lines: [works, sales, north] });
    await flushPromises();
    expect(announcement()).toBe('Works is at place 2 of 2');
  });

  it('tells a move also where the page draws its lines anew meanwhile', async () => {
    const { wrapper, heard, announcement, press } = table();
    const [sales, north, works] = lines as [Line, Line, Line];
    heard.step.mockImplementationOnce(async () => {
      await wrapper.setProps({ lines: [...lines] });
      await wrapper.setProps({ lines: [works, sales, north] });
      await wrapper.setProps({ lines: [works, sales, north] });
    });
    await press('Works', 'ArrowUp');
    await flushPromises();
    expect(announcement()).toBe('Works is at place 1 of 2');
  });

  it('keeps the focus on the line that moves, unless the person has gone on', async () => {
    const { heard, row } = table();
    const fold = row('Sales').get<HTMLElement>('button').element;
    const leaving = async (then: () => void) => {
      fold.focus();
      heard.step.mockImplementationOnce(async () => then());
      await row('Sales').get('button').trigger('keydown', { key: 'ArrowDown', altKey: true });
      await flushPromises();
    };
    await leaving(() => fold.blur());
    expect(document.activeElement).toBe(fold);
    const elsewhere = document.body.appendChild(document.createElement('input'));
    await leaving(() => elsewhere.focus());
    expect(document.activeElement).toBe(elsewhere);
  });

  it.each([
    [true, 'West is at place 2 of 2'],
    [false, 'North is at place 3 of 3'],
  ])('leaves a move to another parent to a page that tells it: %s', async (announcesShifts, expected) => {
    const { wrapper, announcement, press, answer } = table();
    const [sales, , works] = lines as [Line, Line, Line];
    const [west, north] = [line('West', 1), line('North', 1)];
    await wrapper.setProps({ announcesShifts, lines: [sales, north, west, works] });
    answer('step', [sales, west, north, works]);
    await press('West', 'ArrowUp');
    answer('step', [sales, north, west, works]);
    await press('West', 'ArrowDown');
    answer('shift', [sales, west, works, line('North', 0)]);
    await press('North', 'ArrowLeft');
    await flushPromises();
    expect(announcement()).toBe(expected);
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
