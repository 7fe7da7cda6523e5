import { describe, expect, it } from 'vitest';
import type { Dialect } from '../dialect.ts';
import { MARK } from '../sql/items.ts';
import { Catalog } from './catalog.ts';
import { planStatement } from './plan-statement.ts';
import { valuesOf } from './plan.ts';

const catalog = new Catalog([
  { table_name: 'shop_item', column_name: 'tenant_id' },
  { table_name: 'shop_item', column_name: 'create_by' },
  { table_name: 'shop_kind', column_name: null },
  { table_name: 'shop_price', column_name: 'price', is_decimal: 1 },
]);
const DIALECTS: readonly Dialect[] = ['sqlite', 'mysql', 'postgres'];
const plan = (text: string, dialect: Dialect = 'sqlite', hasUser = true) =>
  planStatement(text.replaceAll('?', MARK), { dialect, catalog, filtered: true, hasUser });
const codeOf = (text: string, dialect: Dialect): unknown => {
  try {
    return plan(text, dialect);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('refused by the tenant filter', () => {
  it.each([
    ['a name with escapes', 'select U&"\\0074itle" from shop_item'],
    ['a function that runs a cursor', "select cursor_to_xml('c', 1, true, true, '') from shop_kind"],
    ['a function that runs a query', "select QUERY_TO_XML('select 1', true, true, '')"],
    ['statistics of a query', "select * from ts_stat('select 1')"],
    ['another server', "select * from dblink('x', 'select 1') t"],
    ['a comment that MySQL executes', 'select 1 /*! , 2 */'],
    ['a comment that MariaDB executes', 'select 1 /*M! , 2 */'],
    ['several statements', 'select 1; select 2'],
    ['a table named in a text', "select 'x shop_item'"],
    ['a table named as a column', 'select shop_item from shop_kind'],
    ['an insert without columns', 'insert into shop_item values (1)'],
    ['rows that bring their tenant', 'insert into shop_item (id, tenant_id) select 1, 2 from shop_kind'],
    ['a change inside a select', 'with x as (delete from shop_kind) select 1'],
    ['parentheses that do not match', 'select (1 from shop_kind'],
    ['a value inside of a text', "select '?' from shop_kind"],
  ])('%s', (_what, text) => {
    for (const dialect of DIALECTS) expect(codeOf(text, dialect), dialect).toBe('TENANT_QUERY_REFUSED');
  });
});

describe('locks on MariaDB', () => {
  it.each(['union', 'intersect', 'except'])('are refused for rows of a %s', (word) => {
    const text = `select id from shop_item ${word} select id from shop_kind for update`;
    expect(() => plan(text, 'mysql')).toThrow('a union cannot be locked');
  });
});

describe('sums of decimals on SQLite', () => {
  const sums = (text: string) =>
    planStatement(text, { dialect: 'sqlite', catalog, filtered: true, hasUser: false, sumsDecimals: true })
      .sql;

  it('are exact for decimal columns', () => {
    expect(sums('select sum(price), avg(price), sum(id) from shop_price')).toBe(
      'select decimal_sum(price), decimal_avg(price), sum(id) from shop_price',
    );
    expect(sums('select (select sum(p.price * 2) from shop_price p)')).toContain('decimal_sum(p.price * 2)');
  });

  it('leave other tables and functions with a schema alone', () => {
    expect(sums('select x.sum(price) from shop_price')).toBe('select x.sum(price) from shop_price');
    expect(sums('select sum(price) from shop_kind')).toBe('select sum(price) from shop_kind');
    const others = 'select max(price), sum, count(sum) from shop_price';
    expect(sums(others)).toBe(others);
  });
});

describe('values of a planned statement', () => {
  const scope = { tenant: { kind: 'one', tenantId: 'a' }, now: 'now', userId: 7 } as const;

  it('are bound in the order of the text', () => {
    const planned = plan('select ? from shop_item where id = ?', 'postgres');
    expect(planned.sql).toBe(
      'select $1 from (select * from shop_item where tenant_id = $2) shop_item where id = $3',
    );
    expect(valuesOf(planned, ['x', 'y'], scope)).toEqual(['x', 'a', 'y']);
  });

  it('add tenant and user to an insert', () => {
    const planned = plan('insert into shop_item (id) values (?)');
    expect(planned.sql).toBe('insert into shop_item (id, tenant_id, create_by) values (?, ?, ?)');
    expect(valuesOf(planned, [1], scope)).toEqual([1, 'a', 7]);
  });

  it('omit the user when there is none', () => {
    const planned = plan('insert into shop_item (id) values (?)', 'sqlite', false);
    expect(planned.sql).toBe('insert into shop_item (id, tenant_id) values (?, ?)');
  });

  it('must name the own tenant', () => {
    const planned = plan('insert into shop_item (id, tenant_id) values (?, ?)');
    expect(valuesOf(planned, [1, 'a'], scope)).toEqual([1, 'a', 7]);
    expect(() => valuesOf(planned, [1, 'b'], scope)).toThrow(
      expect.objectContaining({ code: 'TENANT_MISMATCH' }),
    );
  });

  it('may be of any tenant for one who sees all', () => {
    const planned = plan('insert into shop_item (id, tenant_id) values (?, ?)');
    expect(valuesOf(planned, [1, 'b'], { ...scope, tenant: { kind: 'all' } })).toEqual([1, 'b', 7]);
  });

  it('require a tenant for an insert', () => {
    const planned = plan('insert into shop_item (id) values (?)');
    expect(() => valuesOf(planned, [1], { ...scope, tenant: { kind: 'none' } })).toThrow(
      expect.objectContaining({ code: 'TENANT_REQUIRED' }),
    );
  });
});
