import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { RouterNode } from '../api/menus-api.ts';
import messages from '../i18n/en-US.ts';
import RolePreview from './RolePreview.vue';

const node = (menuId: number, type: string, order: number, more: object = {}): RouterNode =>
  ({
    ...{ menuId, type, order, name: `Menu ${menuId}`, menuKey: `host:${menuId}`, icon: null },
    ...{ appCode: null, visible: true, children: [], ...more },
  }) as unknown as RouterNode;

async function opened(nodes: readonly RouterNode[]) {
  const preview = vi.fn(async (_roleId: number) => nodes);
  const { page } = await mountPage(RolePreview, {
    messages: { menus: messages },
    props: { modelValue: false, api: { preview }, nameOf: ({ menuId }: RouterNode) => `Menu ${menuId}` },
    permissions: ['system:role:list'],
    http: {
      list: async () => ({ total: 1, rows: [{ roleId: 4, roleKey: 'clerks', roleName: 'Clerks' }] }),
    } as never,
  });
  await page.setProps({ modelValue: true } as object);
  await flushPromises();
  const names = () =>
    [...document.querySelectorAll('.el-drawer nav li > span')].map((each) => each.textContent.trim());
  return { page, preview, names };
}

it('shows the side menu of the first role in its order, without what the role does not see', async () => {
  const { page, preview, names } = await opened([
    node(1, 'C', 2),
    node(2, 'M', 1, { children: [node(3, 'C', 2), node(4, 'C', 1), node(5, 'C', 3, { visible: false })] }),
    node(6, 'M', 3, { children: [node(7, 'C', 1, { visible: false })] }),
  ]);
  expect(preview.mock.calls.map(([roleId]) => roleId)).toEqual([4]);
  expect(names()).toEqual(['Menu 2', 'Menu 4', 'Menu 3', 'Menu 1']);
  page.unmount();
});

it('asks anew each time it is opened', async () => {
  const { page, preview } = await opened([node(1, 'C', 1)]);
  await page.setProps({ modelValue: false } as object);
  await page.setProps({ modelValue: true } as object);
  await flushPromises();
  expect(preview.mock.calls.map(([roleId]) => roleId)).toEqual([4, 4]);
  page.unmount();
});

it('says so where a role sees no page', async () => {
  const { page } = await opened([node(1, 'C', 1, { visible: false })]);
  expect(document.querySelector('.el-drawer')?.textContent).toContain(messages.preview.empty);
  page.unmount();
});
