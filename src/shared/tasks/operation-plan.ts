/** What is asked of `POST /app/install/plan`; without a version, the latest. */
export interface PlanRequest {
  action: 'install' | 'upgrade' | 'rollback' | 'uninstall';
  appCode: string;
  version?: string;
  dropData?: boolean;
  /** What it needs is installed first. */
  withDependencies?: boolean;
}

export interface TouchedMenu {
  menuKey: string;
  menuName: string;
  menuType: 'M' | 'C' | 'F';
}

/** How much an application keeps. */
export interface ApplicationData {
  tables: readonly { name: string; rows: number }[];
  settings: number;
  dictionaries: number;
  tasks: number;
  unreadNotices: number;
  readNotices: number;
  objects: { count: number; names: readonly string[] };
}

/** What an operation would do, exactly (design 2.3). */
export interface OperationPlan {
  /** Applications that are installed first, in this order. */
  needed: readonly { appCode: string; version: string }[];
  packageSize: number;
  files: { placed: readonly string[]; removed: readonly string[] };
  scripts: readonly string[];
  tables: { created: readonly string[]; dropped: readonly string[]; cleared: readonly string[] };
  /** Of a removal. */
  data?: { goes: ApplicationData; stays: ApplicationData };
  menus: Record<'added' | 'changed' | 'removed', readonly TouchedMenu[]>;
  dependents: readonly { appCode: string; range: string }[];
  /** Other tenants whose running code would change; named to the platform's own tenant only. */
  tenants: { total: number; tenantIds: readonly string[] };
  warnings: readonly { code: string; message: string }[];
}
