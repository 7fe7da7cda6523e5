// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { OperationPlan } from './operation-plan.ts';
import { planLines } from './plan-lines.ts';

const nothing: OperationPlan = {
  action: 'install',
  appCode: 'demo',
  fromVersion: null,
  toVersion: '1.0.0',
  shared: false,
  needed: [],
  packageSize: 0,
  files: { placed: [], removed: [] },
  scripts: [],
  tables: { created: [], dropped: [], cleared: [] },
  menus: { added: [], changed: [], removed: [] },
  dependents: [],
  tenants: { total: 0, tenantIds: [] },
  warnings: [],
};
const said = (plan: Partial<OperationPlan>) =>
  planLines(
    { ...nothing, ...plan },
    (key, values) => `${key.replace('shared.task.plan.', '')} ${JSON.stringify(values)}`,
  ).map(({ text, tone }) => [text, tone]);

describe('the plan in sentences', () => {
  it('omits what does not happen', () => {
    expect(said({})).toEqual([]);
  });

  it('names dependencies that are installed first', () => {
    expect(said({ needed: [{ appCode: 'member', version: '1.0.0', packageSize: 9 }] })[0]?.[0]).toBe(
      'needed {"names":"member 1.0.0","count":1}',
    );
  });

  it('starts with losses and who is affected', () => {
    const lines = said({
      scripts: ['01-a.sql', '02-b.sql'],
      tables: { created: [], dropped: ['demo_item'], cleared: [] },
      tenants: { total: 2, tenantIds: ['100001', '100002'] },
      warnings: [{ code: 'VERSION_DEPRECATED', message: 'Old.' }],
    });
    expect(lines).toEqual([
      ['Old.', 'warn'],
      ['dropped {"names":"demo_item","count":1}', 'bad'],
      ['tenants {"count":2} (100001, 100002)', 'warn'],
      ['scripts {"names":"01-a.sql, 02-b.sql","count":2}', 'warn'],
    ]);
  });

  it('counts the rows of each table on its own, as far as they are known', () => {
    const tables = [
      { name: 'demo_item', rows: 2 },
      { name: 'demo_note', rows: 0 },
    ];
    const goes = {
      tables,
      ...{ settings: 0, dictionaries: 0, tasks: 0, unreadNotices: 0, readNotices: 0 },
      objects: { count: 0, names: [] },
    };
    const cleared = ['demo_note', 'demo_item', 'demo_later'];
    const [[text] = []] = said({
      tables: { created: [], dropped: [], cleared },
      data: { goes, stays: { ...goes, tables: [] } },
    });
    expect(String(text).replaceAll('\\', '')).toMatch(
      /"demo_note","count":0.*"demo_item","count":2.*, demo_later"/,
    );
  });

  it('findings: interface 14; design 9.8-67: counts rows, and lists what is removed and kept', () => {
    const none = {
      tables: [],
      ...{ settings: 0, dictionaries: 0, tasks: 0, unreadNotices: 0, readNotices: 0 },
      objects: { count: 0, names: [] },
    };
    const lines = said({
      tables: { created: [], dropped: ['demo_item'], cleared: [] },
      data: {
        goes: { ...none, tables: [{ name: 'demo_item', rows: 2 }], settings: 3, tasks: 1 },
        stays: { ...none, readNotices: 4, objects: { count: 21, names: ['a.pdf'] } },
      },
    });
    expect(lines).toEqual([
      [expect.stringMatching(/^dropped .*rows .*demo_item.*2/), 'bad'],
      [expect.stringMatching(/^dataGoes .*kept.settings .*3.*kept.tasks .*1/), 'bad'],
      [expect.stringMatching(/^dataStays .*kept.readNotices .*4.*kept.objects .*21.*a.pdf, …/), undefined],
    ]);
  });

  it('names who needs it, and tables that stay; others’ tenants only as far as it may', () => {
    const none = {
      ...{ settings: 0, dictionaries: 0, tasks: 0, unreadNotices: 0, readNotices: 0 },
      objects: { count: 0, names: [] },
    };
    const lines = said({
      dependents: [{ appCode: 'mall', range: '^1.0.0' }],
      tables: { created: [], dropped: ['demo_new'], cleared: [] },
      tenants: { total: 2, tenantIds: [] },
      data: {
        goes: { ...none, tables: [], objects: { count: 1, names: ['a.pdf'] } },
        stays: { ...none, tables: [{ name: 'demo_a', rows: 2 }] },
      },
    });
    expect(lines.map(([text]) => text)).toEqual([
      'dropped {"names":"demo_new","count":1}',
      expect.stringMatching(/^dataGoes \{"names":"kept.objects [^,]*,[^,]*a\.pdf[^,…]*","count":1\}$/),
      'tenants {"count":2}',
      'dependents {"names":"mall (^1.0.0)","count":1}',
      expect.stringMatching(/^tablesStay .*demo_a.*2/),
    ]);
  });

  it('counts placed and removed files separately, and omits zeros', () => {
    const files = (placed: string[], removed: string[]) =>
      said({ files: { placed, removed } }).map(([text]) => text?.split(' ')[0]);
    expect(files(['a.js'], [])).toEqual(['filesPlaced']);
    expect(files([], ['a.js', 'b.js'])).toEqual(['filesRemoved']);
    expect(files(['a.js'], ['b.js'])).toEqual(['filesPlaced', 'filesRemoved']);
  });

  it('names menus by their display names', () => {
    const added = [{ menuKey: 'demo:item', menuName: 'Items', menuType: 'C' as const }];
    expect(said({ menus: { ...nothing.menus, added } })).toEqual([
      ['menusAdded {"names":"Items","count":1}', undefined],
    ]);
  });
});
