import type { Menu, MenuType } from '../api/menus-api.ts';

/** Fields of the drawer; texts are never null. */
export interface MenuForm {
  menuKey: string;
  menuName: string;
  menuType: MenuType;
  parentId: number;
  path: string;
  component: string;
  perms: string;
  icon: string;
  queryParam: string;
  visible: boolean;
  enabled: boolean;
  isFrame: boolean;
  isCache: boolean;
}

export const KEY_PREFIX = 'host:';

/** The form of a menu, or of a new one below `parentId`. */
export function menuForm(menu: Menu | undefined, parentId = 0): MenuForm {
  return {
    menuKey: menu?.menuKey.replace(KEY_PREFIX, '') ?? '',
    menuName: menu?.menuName ?? '',
    menuType: menu?.menuType ?? 'C',
    parentId: menu?.parentId ?? parentId,
    path: menu?.path ?? '',
    component: menu?.component ?? '',
    perms: menu?.perms ?? '',
    icon: menu?.icon ?? '',
    queryParam: menu?.queryParam ?? '',
    visible: menu?.visible ?? true,
    enabled: menu?.status !== 0,
    isFrame: menu?.isFrame ?? false,
    isCache: menu?.isCache ?? true,
  };
}

/** The fields that an application's menu leaves to an operator (M4). */
export const freeOf = ({ menuName, icon, visible }: MenuForm) => ({ menuName, icon, visible });

/** The fields that a menu of this type has; the others are emptied. */
export function contentOf(form: MenuForm) {
  const { menuName, menuType, parentId, visible } = form;
  const isButton = menuType === 'F';
  const isPage = menuType === 'C';
  return {
    menuName: menuName.trim(),
    menuType,
    parentId,
    visible,
    status: form.enabled ? (1 as const) : (0 as const),
    path: isButton ? '' : form.path.trim(),
    icon: isButton ? '' : form.icon,
    component: isPage ? form.component.trim() : '',
    perms: menuType === 'M' ? '' : form.perms.trim(),
    queryParam: isPage ? form.queryParam.trim() : '',
    isFrame: isPage && form.isFrame,
    isCache: form.isCache,
  };
}
