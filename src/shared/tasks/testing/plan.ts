import type { ApplicationData, OperationPlan } from '../operation-plan.ts';

export const noData: ApplicationData = {
  tables: [],
  ...{ settings: 0, dictionaries: 0, tasks: 0, unreadNotices: 0, readNotices: 0 },
  objects: { count: 0, names: [] },
};

/** A plan of an installation that changes nothing but what is given. */
export function planOf(change: Partial<OperationPlan> = {}): OperationPlan {
  return {
    action: 'install',
    appCode: 'demo',
    fromVersion: null,
    toVersion: '1.0.0',
    shared: false,
    needed: [],
    packageSize: 0,
    files: { placed: [], removed: [] },
    scripts: [],
    skippedScripts: [],
    permissions: [],
    signature: null,
    tables: { created: [], dropped: [], cleared: [] },
    menus: { added: [], changed: [], removed: [] },
    dependents: [],
    tenants: { total: 0, tenantIds: [] },
    warnings: [],
    ...change,
  };
}
