import { describe, expect, it } from 'vitest';
import { MARK } from '../sql/items.ts';
import { itPlans, itRefuses } from '../testing/planned.ts';
import { Catalog } from './catalog.ts';
import { planStatement } from './plan-statement.ts';
import { valuesOf } from './plan.ts';
import { limitOf } from './row-limit.ts';

const columns = { table: 'item', dept: 'dept_id', owner: 'create_by' };
const rows = { ...columns, depts: 2, own: true };

describe('design 12.1-5: the rows of a table with a data scope', () => {
  itPlans([
    [
      'select * from item join note on note.id = item.id',
      'select * from (select * from item where tenant_id = ? and (dept_id in (?, ?) or create_by = ?)) item join (select * from note where tenant_id = ?) note on note.id = item.id <- tenant, dept 0, dept 1, user, tenant',
      { rows },
    ],
    [
      'select count(*) from (select a from Item i where b = ?) counted',
      'select count(*) from (select a from (select * from Item where tenant_id = ? and dept_id in (?, ?)) i where b = ?) counted <- tenant, dept 0, dept 1, 0',
      { rows: { ...rows, own: false } },
    ],
    [
      'select * from item',
      'select * from (select * from item where tenant_id = ? and create_by = ?) item <- tenant, user',
      { rows: { ...rows, depts: 0 } },
    ],
    [
      'select * from item where id in (select id from item)',
      'select * from (select * from item where create_by = ?) item where id in (select id from (select * from item where create_by = ?) item) <- user, user',
      { rows: { ...rows, dept: undefined }, filtered: false },
    ],
    [
      'select * from item',
      'select * from (select * from item where tenant_id = ? and 1 = 0) item <- tenant',
      { rows: { ...rows, depts: 0, own: false } },
    ],
  ]);

  itRefuses([
    ['with item as (select * from item) select * from note', 'names the table item', { rows }],
    ['select * from note', 'does not read item', { rows }],
    [
      'select a from log where b = (select item from kind)',
      'names the table item',
      { rows, filtered: false },
    ],
    ['select * from item for update', 'does not read item', { rows, dialect: 'mysql' }],
  ]);

  it('are refused to a statement that sees all tenants', () => {
    const options = { dialect: 'sqlite', catalog: new Catalog([]), filtered: false, hasUser: false } as const;
    expect(() => planStatement('select * from item', { ...options, verbatim: true, rows })).toThrow(
      'does not read item',
    );
  });

  it.each([
    [[], 0],
    [[7], 1],
    [[7, 8, 9], 4],
    [Array.from({ length: 65 }, (_, at) => at), 128],
  ])('share a plan among people with about as many departments', (deptIds, depts) => {
    expect(limitOf(columns, { deptIds, own: true })).toEqual({ ...columns, depts, own: true });
  });

  it('bind the departments of the caller, the last one where there is room for more', () => {
    const reach = { deptIds: [7, 8, 9], own: false };
    const catalog = new Catalog([{ table_name: 'item', column_name: 'tenant_id' }]);
    const plan = planStatement(`select * from item where a = ${MARK}`, {
      ...{ dialect: 'postgres', catalog, filtered: true, hasUser: true },
      rows: limitOf(columns, reach),
    });
    const tenant = { kind: 'one', tenantId: 't' } as const;
    expect(valuesOf(plan, ['x'], { tenant, now: '', userId: 42, reach })).toEqual(['t', 7, 8, 9, 9, 'x']);
  });
});
