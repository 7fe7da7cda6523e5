/** M directory, C page, F button. */
export type MenuType = 'M' | 'C' | 'F';

/** A row of `sys_menu`. */
export interface Menu {
  readonly menuId: number;
  readonly menuKey: string;
  /** 0 at the root. */
  readonly parentId: number;
  readonly menuName: string;
  /**
   * The name in other languages, as its application ships it; missing once an operator has renamed
   * the menu.
   */
  readonly menuNames?: Readonly<Record<string, string>>;
  readonly menuType: MenuType;
  readonly path: string;
  readonly component: string | null;
  readonly perms: string | null;
  readonly icon: string | null;
  readonly orderNum: number;
  readonly visible: boolean;
  readonly status: 0 | 1;
  /** Null for menus of the host. */
  readonly appCode: string | null;
  readonly queryParam: string | null;
  readonly isFrame: boolean;
  readonly isCache: boolean;
  /** Missing in one that is not stored. */
  readonly updateTime?: string;
}
