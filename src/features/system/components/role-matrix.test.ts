import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { GrantableMenu } from '../api/records.ts';
import messages from '../i18n/en-US.ts';
import { roleMatrix } from '../model/role-matrix.ts';
import RoleMatrix from './RoleMatrix.vue';

const page = (menuId: number): GrantableMenu => ({
  ...{ menuId, parentId: 0, menuKey: `host:${menuId}`, menuName: `Page ${menuId}`, menuType: 'C' },
  ...{ perms: null, orderNum: menuId, appCode: null },
});

it('design 12.1-2: of thousands of pages those that are seen are drawn first', async () => {
  const pages = Array.from({ length: 120 }, (_, place) => page(place + 1));
  const { page: matrix } = await mountPage(RoleMatrix, {
    messages: { system: messages },
    http: {},
    props: {
      groups: roleMatrix(pages.map((menu) => ({ menu, children: [] }))),
      modelValue: new Set(),
      readonly: false,
      nameOf: ({ menuName }: GrantableMenu) => menuName,
    },
  });
  const drawn = () => matrix.findAll('tbody th[scope=row]').length;
  expect(drawn()).toBe(40);
  await vi.waitFor(() => expect(drawn()).toBe(100));
  matrix.unmount();
});
