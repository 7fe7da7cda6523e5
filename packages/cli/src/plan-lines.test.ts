import type { ApplicationData, OperationPlan } from '@platform/host-api';
import { expect, it } from 'vitest';
import { planLines } from './plan-lines.ts';

const data = (count: number): ApplicationData => ({
  tables: [{ name: 'demo_item', rows: count }],
  ...{ settings: count, dictionaries: count, tasks: count, unreadNotices: count, readNotices: count },
  objects: { count, names: ['a.pdf'] },
});
const plan: OperationPlan = {
  ...{ action: 'uninstall', appCode: 'demo', fromVersion: '1.0.0', toVersion: null, shared: false },
  ...{ needed: [], packageSize: 0, scripts: [], skippedScripts: [], permissions: [], signature: null },
  files: { placed: [], removed: ['index.js'] },
  tables: { created: [], dropped: ['demo_item'], cleared: [] },
  menus: { added: [], changed: [], removed: [] },
  dependents: [],
  tenants: { total: 0, tenantIds: [] },
  warnings: [],
  data: { goes: data(1), stays: data(2) },
};

it('counts what a removal deletes and keeps in words that fit the number', () => {
  const one = 'demo_item (1 row), 1 setting, 1 dictionary, 1 scheduled task, 1 unread notice, 1 read notice';
  const two =
    'demo_item (2 rows), 2 settings, 2 dictionaries, 2 scheduled tasks, 2 unread notices, 2 read notices';
  expect(planLines(plan)).toEqual([
    'uninstall demo 1.0.0',
    '  removes 1 file',
    '  DROPS TABLES: demo_item',
    `  DELETES: ${one}, 1 stored file (a.pdf)`,
    `  keeps: ${two}, 2 stored files (a.pdf)`,
  ]);
});
