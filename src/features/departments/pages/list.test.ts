import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Departments from './list.vue';

const dept = (deptId: number, parentId: number, deptName: string) => ({
  ...{ deptId, parentId, deptName, headUserId: null, headName: null, orderNum: deptId },
  ...{ status: 1, remark: null, users: 0, createTime: '', updateTime: '' },
});

type Dept = ReturnType<typeof dept>;

const sales = () => [dept(1, 0, 'Sales'), dept(2, 1, 'North'), dept(3, 1, 'South'), dept(4, 0, 'Works')];

async function shown(permissions = ['system:dept:edit'], rows = sales()) {
  const put = vi.fn(async (_path: string, _move: object) => undefined);
  const mounted = await mountPage(Departments, {
    messages: { departments: messages },
    permissions,
    http: { put, list: async () => ({ total: rows.length, rows: [...rows] }) } as never,
    at: '/system/departments',
  });
  const press = async (id: number, key: string) => {
    await mounted.page.get(`[data-line="${id}"]`).trigger('keydown', { key, altKey: true });
    await flushPromises();
  };
  return { ...mounted, put, press, rows };
}

it('a move to another parent is said, and can be taken back', async () => {
  const { page, put, press, notices } = await shown();
  await press(2, 'ArrowLeft');
  expect(put).toHaveBeenLastCalledWith('/system/dept/move', { deptId: 2, parentId: 0, before: 4 });
  const [notice] = notices.shown.value;
  expect(notice).toMatchObject({ text: 'North is at the top now.', action: { label: 'Undo' } });
  notice?.action?.run();
  await flushPromises();
  expect(put).toHaveBeenLastCalledWith('/system/dept/move', { deptId: 2, parentId: 1, before: 3 });
  expect(notices.shown.value.at(-1)?.text).toBe('It is back.');
  page.unmount();
});

it.each([
  [0, []],
  [4, sales()],
])('a tree of %s departments is offered to be folded where it has any', async (count, rows) => {
  const { page } = await shown([], rows);
  expect(page.find('.departments__fold').exists()).toBe(count > 0);
  page.unmount();
});

it('names the new parent, and says nothing of a move among siblings', async () => {
  const { page, press, notices, rows } = await shown();
  const said = () => page.get('.departments > [role=status]').text();
  const [sales, north, south, works] = rows as [Dept, Dept, Dept, Dept];
  await press(3, 'ArrowUp');
  expect(notices.shown.value).toEqual([]);
  rows.splice(0, 4, sales, north, south, { ...works, parentId: 1 });
  await press(4, 'ArrowRight');
  expect(notices.shown.value.map(({ text }) => text)).toEqual(['Works is below Sales now.']);
  expect(said()).toBe('');
  page.unmount();
});

it('two quick moves go two places up, one after the other', async () => {
  const { page, put, rows } = await shown(
    ['system:dept:edit'],
    [4, 5, 6].map((id) => dept(id, 0, `${id}`)),
  );
  const sent = Promise.withResolvers<undefined>();
  put.mockReturnValueOnce(sent.promise);
  const line = page.get('[data-line="6"]');
  void line.trigger('keydown', { key: 'ArrowUp', altKey: true });
  void line.trigger('keydown', { key: 'ArrowUp', altKey: true });
  await flushPromises();
  expect(put.mock.calls).toEqual([['/system/dept/move', { deptId: 6, parentId: 0, before: 5 }]]);
  rows.splice(0, 3, ...[4, 6, 5].map((id) => dept(id, 0, `${id}`)));
  sent.resolve(undefined);
  await flushPromises();
  expect(put.mock.calls.slice(1)).toEqual([['/system/dept/move', { deptId: 6, parentId: 0, before: 4 }]]);
  expect(page.get('.departments > [role=status]').text()).toBe('6 is at place 2 of 3');
  page.unmount();
});

it('moves nothing for people who may not change departments', async () => {
  const { page, put, press } = await shown([]);
  await press(2, 'ArrowLeft');
  expect(put).not.toHaveBeenCalled();
  page.unmount();
});

it('tells screen readers how many lines of the tree a search has left', async () => {
  const { page } = await shown();
  const said = () => page.get('.departments > [role=status]').text();
  await page.get('.departments__bar input').setValue('north');
  await vi.waitFor(() => expect(said()).toBe('2 in total'));
  await page.get('.departments__bar input').setValue('nothing');
  await vi.waitFor(() => expect(said()).toBe('0 in total'));
  page.unmount();
});
