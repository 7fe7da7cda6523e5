import type { ActorColumns, Defaulted, Enabled, TimeColumns } from './columns.ts';

/** M directory, C page, F button. */
export type MenuType = 'M' | 'C' | 'F';

export interface SysMenuTable extends TimeColumns, ActorColumns {
  menu_id: number;
  /** Unique. (spec: M3) */
  menu_key: string;
  /** 0 at the root. */
  parent_id: Defaulted<number>;
  menu_name: string;
  menu_type: MenuType;
  path: Defaulted<string | null>;
  component: Defaulted<string | null>;
  perms: Defaulted<string | null>;
  icon: Defaulted<string | null>;
  order_num: Defaulted<number>;
  visible: Defaulted<boolean>;
  status: Defaulted<Enabled>;
  /** Null for menus of the host. */
  app_code: Defaulted<string | null>;
  query_param: Defaulted<string | null>;
  is_frame: Defaulted<boolean>;
  is_cache: Defaulted<boolean>;
  /** Values of the last installed version, which reveal changes by an operator. */
  shipped_json: Defaulted<string | null>;
}
