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

it('design 12.1-2: compares with another role, and can show the differences only', async () => {
  const { page: matrix } = await mountPage(RoleMatrix, {
    messages: { system: messages },
    http: {},
    props: {
      groups: roleMatrix([1, 2, 3, 4].map((id) => ({ menu: page(id), children: [] }))),
      modelValue: new Set([1, 2]),
      compared: new Set([2, 3]),
      readonly: false,
      nameOf: ({ menuName }: GrantableMenu) => menuName,
    },
  });
  const rows = () => matrix.findAll('tbody th[scope=row] label');
  const marks = () => rows().map((row) => [row.text().trim(), row.attributes('data-difference')]);
  expect(marks()).toEqual([
    ['Page 1', 'more'],
    ['Page 2', undefined],
    ['Page 3', 'less'],
    ['Page 4', undefined],
  ]);
  await matrix.get('.matrix__bar input[type=checkbox]').setValue(true);
  expect(marks().map(([name]) => name)).toEqual(['Page 1', 'Page 3']);
  matrix.unmount();
});

it('grants one page, or all of a group, whose check tells how much it has', async () => {
  const { page: matrix } = await mountPage(RoleMatrix, {
    messages: { system: messages },
    http: {},
    props: {
      groups: roleMatrix([1, 2].map((id) => ({ menu: page(id), children: [] }))),
      modelValue: new Set<number>(),
      readonly: false,
      nameOf: ({ menuName }: GrantableMenu) => menuName,
    },
  });
  const whole = () => matrix.get<HTMLInputElement>('.group input').element;
  const state = () => [whole().checked, whole().indeterminate];
  const granted = () => [...(matrix.emitted<[Set<number>]>('update:modelValue')?.at(-1)?.[0] ?? [])];
  expect(state()).toEqual([false, false]);
  await matrix.get('tbody th[scope=row] input').setValue(true);
  expect(granted()).toEqual([1]);
  await matrix.setProps({ modelValue: new Set([1]) });
  expect(state()).toEqual([false, true]);
  await matrix.get('.group input').setValue(true);
  expect(granted()).toEqual([1, 2]);
  await matrix.setProps({ modelValue: new Set([1, 2]) });
  expect(state()).toEqual([true, false]);
  await matrix.setProps({ readonly: true });
  expect(matrix.findAll('tbody input').every((input) => input.attributes('disabled') !== undefined)).toBe(
    true,
  );
  matrix.unmount();
});
