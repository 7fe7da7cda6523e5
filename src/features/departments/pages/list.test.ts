import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Departments from './list.vue';

const dept = (deptId: number, parentId: number, deptName: string) => ({
  ...{ deptId, parentId, deptName, headUserId: null, headName: null, orderNum: deptId },
  ...{ status: 1, remark: null, users: 0, createTime: '', updateTime: '' },
});

async function shown(permissions = ['system:dept:edit']) {
  const rows = [dept(1, 0, 'Sales'), dept(2, 1, 'North'), dept(3, 1, 'South'), dept(4, 0, 'Works')];
  const put = vi.fn(async () => undefined);
  const mounted = await mountPage(Departments, {
    messages: { departments: messages },
    permissions,
    http: { put, list: async () => ({ total: rows.length, rows }) } as never,
    at: '/system/departments',
  });
  const press = async (id: number, key: string) => {
    await mounted.page.get(`[data-line="${id}"]`).trigger('keydown', { key, altKey: true });
    await flushPromises();
  };
  return { ...mounted, put, press };
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

it('names the new parent, and says nothing of a move among siblings', async () => {
  const { page, press, notices } = await shown();
  await press(3, 'ArrowUp');
  expect(notices.shown.value).toEqual([]);
  await press(4, 'ArrowRight');
  expect(notices.shown.value.map(({ text }) => text)).toEqual(['Works is below Sales now.']);
  page.unmount();
});

it('moves nothing for people who may not change departments', async () => {
  const { page, put, press } = await shown([]);
  await press(2, 'ArrowLeft');
  expect(put).not.toHaveBeenCalled();
  page.unmount();
});
