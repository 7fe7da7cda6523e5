// @vitest-environment node
import { expect, it } from 'vitest';
import { permissionNames } from './permission-names.ts';

const menu = (menuId: number, parentId: number, menuKey: string, name: string, perms: string | null) => ({
  ...{ menuId, parentId, menuKey, menuName: name, menuNames: {}, perms },
});
const menus = [
  menu(1, 0, 'host:content', 'Content', null),
  menu(2, 1, 'host:dictionaries', 'Dictionaries', 'system:dict:list'),
  menu(3, 2, 'host:system:dict:add', 'Add', 'system:dict:add'),
  menu(4, 1, 'host:files', 'Files', 'system:dict:list'),
  { ...menu(5, 9, 'mall:orders', 'Orders', 'mall:order:list'), menuNames: { zh: '订单' } },
];

it('names permissions by their menus in the language of the person', () => {
  expect([...permissionNames(menus, 'en-US')]).toEqual([
    ['system:dict:list', 'Content / Dictionaries'],
    ['system:dict:add', 'Content / Dictionaries / Add'],
    ['mall:order:list', 'Orders'],
  ]);
  expect([...permissionNames(menus, 'zh-CN').values()]).toEqual([
    '内容管理 / 数据字典',
    '内容管理 / 数据字典 / 新增',
    '订单',
  ]);
});
