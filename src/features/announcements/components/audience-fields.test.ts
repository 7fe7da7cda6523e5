import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { createAnnouncementsApi } from '../api/announcements-api.ts';
import messages from '../i18n/en-US.ts';
import { blankAudience } from '../model/notice-form.ts';
import AudienceFields from './AudienceFields.vue';
import MessageDrawer from './MessageDrawer.vue';

it('names chosen users that no search has found', async () => {
  const user = (userId: number) => ({ userId, userName: `user${userId}` });
  const list = vi.fn(async (_path: string, { userIds }: { userIds?: string }) => {
    const rows = userIds ? userIds.split(',').map((id) => user(Number(id))) : [user(1), user(2)];
    return { total: rows.length, rows };
  });
  const form = { ...blankAudience(), audience: 'users', users: [2, 77, 78] };
  const { page } = await mountPage(AudienceFields, {
    messages: { announcements: messages },
    props: { modelValue: form, api: createAnnouncementsApi({ list } as never) },
    http: {},
  });
  await flushPromises();
  expect(list.mock.calls.flatMap(([, { userIds }]) => userIds ?? [])).toEqual(['77,78']);
  expect(page.text()).toContain('user77');
  expect(page.vm).toMatchObject({ namesOf: expect.any(Function) as unknown });
  page.unmount();
});

it('names departments by their paths, and says that those below are included', async () => {
  const dept = (deptId: number, parentId: number, deptName: string) => ({ deptId, parentId, deptName });
  const get = vi.fn(async () => [dept(1, 0, 'Sales'), dept(2, 1, 'North')]);
  const form = { ...blankAudience(), audience: 'departments', departments: [2] };
  const { page } = await mountPage(AudienceFields, {
    messages: { announcements: messages },
    props: { modelValue: form, api: createAnnouncementsApi({ get } as never) },
    http: {},
  });
  await flushPromises();
  expect(get).toHaveBeenCalledOnce();
  expect(page.text()).toContain('Sales / North');
  expect(page.text()).toContain('Those below them are included.');
  page.unmount();
});

it('says that nobody is chosen when the message is sent', async () => {
  const send = vi.fn();
  const { page } = await mountPage(MessageDrawer, {
    messages: { announcements: messages },
    props: {
      modelValue: false,
      api: { ...createAnnouncementsApi({ list: async () => ({ total: 0, rows: [] }) } as never), send },
    },
    http: { list: async () => ({ total: 0, rows: [] }) },
  });
  await page.setProps({ modelValue: true });
  await flushPromises();
  const button = document.querySelector<HTMLButtonElement>('.el-drawer button[type=submit]');
  expect(button?.disabled).toBe(false);
  button?.form?.requestSubmit();
  await vi.waitFor(() => expect(document.body.textContent).toContain(messages.nobody));
  expect(send).not.toHaveBeenCalled();
  page.unmount();
});
