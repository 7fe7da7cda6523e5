import { describe } from 'vitest';
import { itPlans, itRefuses } from '../testing/planned.ts';

describe('selects', () => {
  itPlans([
    ['select * from note', 'select * from (select * from note where tenant_id = ?) note <- tenant'],
    ['select n.* from note n', 'select n.* from (select * from note where tenant_id = ?) n <- tenant'],
    [
      'select * from note as n join item on item.id = n.id left join kind using (id)',
      'select * from (select * from note where tenant_id = ?) as n join (select * from item where tenant_id = ?) item on item.id = n.id left join kind using (id) <- tenant, tenant',
    ],
    ['select * from main.note', 'select * from (select * from main.note where tenant_id = ?) note <- tenant'],
    [
      'select * from note, item i, kind',
      'select * from (select * from note where tenant_id = ?) note, (select * from item where tenant_id = ?) i, kind <- tenant, tenant',
    ],
    [
      'select * from (note join item on true) x',
      'select * from ((select * from note where tenant_id = ?) note join (select * from item where tenant_id = ?) item on true) x <- tenant, tenant',
    ],
    [
      'select (select max(id) from note) from kind',
      'select (select max(id) from (select * from note where tenant_id = ?) note) from kind <- tenant',
    ],
    [
      'with x as (select * from note) select * from x',
      'with x as (select * from (select * from note where tenant_id = ?) note) select * from x <- tenant',
    ],
    [
      'select * from kind where id in (select id from note where a is not distinct from 3)',
      'select * from kind where id in (select id from (select * from note where tenant_id = ?) note where a is not distinct from 3) <- tenant',
    ],
    [
      'select extract(year from a) from note',
      'select extract(year from a) from (select * from note where tenant_id = ?) note <- tenant',
    ],
    [
      'select a from note where a is distinct from b',
      'select a from (select * from note where tenant_id = ?) note where a is distinct from b <- tenant',
    ],
    [
      'select * from note union select * from item',
      'select * from (select * from note where tenant_id = ?) note union select * from (select * from item where tenant_id = ?) item <- tenant, tenant',
    ],
    ['values (1)', 'values (1) <- '],
    [
      '(select * from note) union (select 1)',
      '(select * from (select * from note where tenant_id = ?) note) union (select 1) <- tenant',
    ],
    [
      "select * from json_each('[]') j, note",
      "select * from json_each('[]') j, (select * from note where tenant_id = ?) note <- tenant",
    ],
    [
      'select * from lateral (select 1) x, note',
      'select * from lateral (select 1) x, (select * from note where tenant_id = ?) note <- tenant',
    ],
    ['select * from sqlite_master', 'select * from sqlite_master <- '],
    ['select * from note left', 'select * from (select * from note where tenant_id = ?) note left <- tenant'],
    [
      'select note.id from note where note.a = 1',
      'select note.id from (select * from note where tenant_id = ?) note where note.a = 1 <- tenant',
    ],
    ['select 1 from kind for update', 'select 1 from kind for update <- '],
    [
      'select * from note cross join lateral (select * from item where item.id = note.id) x',
      'select * from (select * from note where tenant_id = ?) note cross join lateral (select * from (select * from item where tenant_id = ?) item where item.id = note.id) x <- tenant, tenant',
    ],
    [
      'select count(*) filter (where a > 1) from note group by b having max(c) > (select 1 from item)',
      'select count(*) filter (where a > 1) from (select * from note where tenant_id = ?) note group by b having max(c) > (select 1 from (select * from item where tenant_id = ?) item) <- tenant, tenant',
    ],
    [
      'select * from kind k where exists (select 1 from note where note.id = k.id)',
      'select * from kind k where exists (select 1 from (select * from note where tenant_id = ?) note where note.id = k.id) <- tenant',
    ],
    [
      'select * from note order by (select id from item)',
      'select * from (select * from note where tenant_id = ?) note order by (select id from (select * from item where tenant_id = ?) item) <- tenant, tenant',
    ],
    [
      'select * from note for update',
      'select * from note where note.tenant_id = ? for update <- tenant',
      { dialect: 'mysql' },
    ],
    [
      'select n.id from note n join item i on i.id = n.id where n.a = 1 order by n.id limit 1 for update',
      'select n.id from note n join item i on i.tenant_id = ? and ( i.id = n.id) where n.tenant_id = ? and ( n.a = 1) order by n.id limit 1 for update <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'select * from note lock in share mode',
      'select * from note where note.tenant_id = ? lock in share mode <- tenant',
      { dialect: 'mysql' },
    ],
    [
      'select * from note n left join item i on i.id = n.id for share',
      'select * from note n left join item i on i.tenant_id = ? and ( i.id = n.id) where n.tenant_id = ? for share <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'select (select max(id) from item) from note for update',
      'select (select max(id) from (select * from item where tenant_id = ?) item) from note where note.tenant_id = ? for update <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    ['select 1 for update', 'select 1 for update <- ', { dialect: 'mysql' }],
    [
      'select id from note group by id having id > (select 1 from item) for update',
      'select id from note where note.tenant_id = ? group by id having id > (select 1 from (select * from item where tenant_id = ?) item) for update <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'select * from note for update',
      'select * from (select * from note where tenant_id = $1) note for update <- tenant',
      { dialect: 'postgres' },
    ],
    [
      'select * from note for update',
      'select * from note for update <- ',
      { dialect: 'mysql', filtered: false },
    ],
  ]);

  itRefuses([
    ['select * from gone', 'table gone is not known.'],
    ['select id into x from note', 'it selects into something.'],
    ["select * from 'note'", 'there is no table behind from or join.'],
    ['truncate note', 'it begins with truncate.'],
    ['', 'it begins with nothing.'],
    ["select 'note'", 'it names the table note in an unsupported place.'],
    ['select note from kind', 'it names the table note in an unsupported place.'],
    ['select "note" from kind', 'it names the table note in an unsupported place.'],
    ['select * from kind where from = 1', 'there is no table behind from or join.'],
    [
      'select * from kind where id in (select id from note for update)',
      'rows of a filtered table cannot be locked in a sub-query.',
      { dialect: 'mysql' },
    ],
    [
      'select * from note n right join item i on true for update',
      'a change or lock of tables with right or natural joins.',
      { dialect: 'mysql' },
    ],
  ]);
});
