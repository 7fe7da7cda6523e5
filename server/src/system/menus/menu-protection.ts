import { PlatformError } from '../../kernel/index.ts';
import type { Menu } from './menu.ts';

/** The fields of an installed menu that an operator may change. (spec: M4) */
const FREE: ReadonlySet<keyof Menu> = new Set(['menuName', 'icon', 'orderNum', 'visible']);

/**
 * Refuses a change of anything but name, icon, sort and visibility of an application's menu.
 *
 * @throws MENU_PROTECTED (spec: M4)
 */
export function assertChangeAllowed(current: Menu, change: Partial<Menu>): void {
  if (current.appCode === null) return assertSinglePermission(current, change.perms ?? '');
  const refused = (Object.keys(change) as Array<keyof Menu>).filter(
    (field) => !FREE.has(field) && change[field] !== undefined && change[field] !== current[field],
  );
  if (refused.length === 0) return;
  throw protectedMenu(current, `${refused.join(', ')} cannot be changed`, refused);
}

/** Only applications grant several permissions at once, within their own. */
function assertSinglePermission({ menuKey }: Menu, perms: string): void {
  if (!perms.includes('*')) return;
  throw new PlatformError({
    code: 'MENU_PERMISSION_INVALID',
    status: 400,
    message: `The menu ${menuKey} cannot grant ${perms}, which stands for several permissions.`,
    fix: 'Give each permission a menu or button of its own.',
    details: { params: { menu: menuKey, permission: perms } },
  });
}

/** @throws MENU_PROTECTED (spec: M4) */
export function assertRemovable(menu: Menu): void {
  if (menu.appCode !== null) throw protectedMenu(menu, 'it cannot be deleted', []);
}

/**
 * Refuses to hang a menu of the host below one of an application, which would be left without a
 * parent when the application is removed.
 *
 * @throws MENU_PROTECTED
 */
export function assertMayContain(parent: Menu): void {
  if (parent.appCode !== null) throw protectedMenu(parent, 'no other menu can be placed below it', []);
}

function protectedMenu(menu: Menu, what: string, fields: readonly string[]): PlatformError {
  return new PlatformError({
    code: 'MENU_PROTECTED',
    status: 409,
    message: `The menu ${menu.menuName} belongs to the application ${menu.appCode}: ${what}.`,
    fix: 'You can change its name, icon, sort order and visibility. To hide an application, disable it.',
    details: { menuKey: menu.menuKey, appCode: menu.appCode, fields },
  });
}
