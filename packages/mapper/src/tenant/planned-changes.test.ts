import { describe } from 'vitest';
import { itPlans, itRefuses } from '../testing/planned.ts';

describe('updates', () => {
  itPlans([
    [
      'update item set a = ? where b = ? or c = 1 order by id limit 1',
      'update item set a = ?, update_time = ?, update_by = ? where item.tenant_id = ? and ( b = ? or c = 1) order by id limit 1 <- 0, now, user, tenant, 1',
      { hasUser: true },
    ],
    [
      'update item i set a = 1',
      'update item i set a = 1, update_time = ?, update_by = ? where i.tenant_id = ? <- now, user, tenant',
      { hasUser: true },
    ],
    [
      'update item as i set a = 1 returning id',
      'update item as i set a = 1, update_time = ?, update_by = ? where i.tenant_id = ? returning id <- now, user, tenant',
      { hasUser: true },
    ],
    ['update kind set a = 1', 'update kind set a = 1 <- ', { hasUser: true }],
    ['update log set a = 1', 'update log set a = 1, update_time = ? <- now', { hasUser: true }],
    [
      'update note set tenant_id = ?',
      'update note set tenant_id = ? where note.tenant_id = ? <- 0, tenant',
      { hasUser: true },
    ],
    [
      'update item set update_time = 1, UPDATE_BY = 2',
      'update item set update_time = 1, UPDATE_BY = 2 where item.tenant_id = ? <- tenant',
      { hasUser: true },
    ],
    [
      'update note set a = (select max(id) from item) where b in (select id from note)',
      'update note set a = (select max(id) from (select * from item where tenant_id = ?) item) where note.tenant_id = ? and ( b in (select id from (select * from note where tenant_id = ?) note)) <- tenant, tenant, tenant',
      { hasUser: true },
    ],
    ['update note set a = 1;', 'update note set a = 1 where note.tenant_id = ? <- tenant', { hasUser: true }],
    [
      'update item set a = 1 from note n where n.id = item.id',
      'update item set a = 1, update_time = $1 from (select * from note where tenant_id = $2) n where item.tenant_id = $3 and ( n.id = item.id) <- now, tenant, tenant',
      { dialect: 'postgres' },
    ],
    [
      'update item set a = 1',
      'update item set a = 1, update_time = ?, update_by = ? <- now, user',
      { filtered: false, hasUser: true },
    ],
    [
      'update note set (a, b) = (1, 2)',
      'update note set (a, b) = (1, 2) <- ',
      { dialect: 'postgres', filtered: false },
    ],
    ['update item, note set x = 1', 'update item, note set x = 1 <- ', { filtered: false }],
    [
      'update item I join kind k on k.id = I.id set I.a = 1',
      'update item I join kind k on k.id = I.id set I.a = 1, I.update_time = ? where I.tenant_id = ? <- now, tenant',
      { dialect: 'mysql' },
    ],
    [
      'update item i join note n on n.id = i.id set i.a = 1 where i.b = 2',
      'update item i join note n on n.tenant_id = ? and ( n.id = i.id) set i.a = 1, i.update_time = ?, i.update_by = ? where i.tenant_id = ? and ( i.b = 2) <- tenant, now, user, tenant',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update item i left join note n on n.id = i.id or 1 = 1 set i.a = 1, n.b = 2 order by 1',
      'update item i left join note n on n.tenant_id = ? and ( n.id = i.id or 1 = 1) set i.a = 1, n.b = 2, i.update_time = ?, i.update_by = ? where i.tenant_id = ? order by 1 <- tenant, now, user, tenant',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update item, kind set item.a = 1',
      'update item, kind set item.a = 1, item.update_time = ?, item.update_by = ? where item.tenant_id = ? <- now, user, tenant',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update kind k join (select id from note) n on n.id = k.id set k.a = 1',
      'update kind k join (select id from (select * from note where tenant_id = ?) note) n on n.id = k.id set k.a = 1 <- tenant',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update kind k join (select id from note) as n on n.id = k.id set k.a = 1',
      'update kind k join (select id from (select * from note where tenant_id = ?) note) as n on n.id = k.id set k.a = 1 <- tenant',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update item i join note n on n.id = i.id set n.tenant_id = ?',
      'update item i join note n on n.tenant_id = ? and ( n.id = i.id) set n.tenant_id = ? where i.tenant_id = ? <- tenant, 0, tenant',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update kind k join kind l on k.id = (select id from note) set k.a = (select 1 from note)',
      'update kind k join kind l on k.id = (select id from (select * from note where tenant_id = ?) note) set k.a = (select 1 from (select * from note where tenant_id = ?) note) <- tenant, tenant',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update item i join note n on left(n.id, 1) = i.id set I.a = 1',
      'update item i join note n on n.tenant_id = ? and ( left(n.id, 1) = i.id) set I.a = 1, i.update_time = ?, i.update_by = ? where i.tenant_id = ? <- tenant, now, user, tenant',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update kind k join (select id from note) n on n.id = (select max(id) from item) set k.a = 1',
      'update kind k join (select id from (select * from note where tenant_id = ?) note) n on n.id = (select max(id) from (select * from item where tenant_id = ?) item) set k.a = 1 <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'update item i join kind k on k.id = i.id set i.a = 1 where i.b = 2 limit 1',
      'update item i join kind k on k.id = i.id set i.a = 1, i.update_time = ? where i.tenant_id = ? and ( i.b = 2) limit 1 <- now, tenant',
      { dialect: 'mysql' },
    ],
    [
      "update kind k join kind l on l.id = k.id set k.tenant_id = 'x'",
      "update kind k join kind l on l.id = k.id set k.tenant_id = 'x' <- ",
      { dialect: 'mysql' },
    ],
    ["update note set tenant_id = 'b'", "update note set tenant_id = 'b' <- ", { filtered: false }],
    ["update kind set tenant_id = 'b'", "update kind set tenant_id = 'b' <- "],
    [
      'update note set tenant_id = ?::text where id = ?',
      'update note set tenant_id = $1::text where note.tenant_id = $2 and ( id = $3) <- 0, tenant, 1',
      { dialect: 'postgres' },
    ],
  ]);

  itRefuses([
    ['update item, note set x = 1', 'an update of several tables.'],
    ['update item, note set x = 1', 'an update of several tables.', { dialect: 'postgres' }],
    [
      'update kind set a = (select 1 from note for update)',
      'rows of a filtered table cannot be locked in a sub-query.',
      { dialect: 'mysql' },
    ],
    ...["?::text || 'x'", '? - - a', '?:a b', '? : - a', '? - : a', 'null', 'a'].map(
      (value): [string, string] => [
        `update note set tenant_id = ${value}`,
        'Cannot write a row of another tenant to `note`.',
      ],
    ),
    ["update note set tenant_id = 'a'", 'Cannot write a row of another tenant to `note`.', { hasUser: true }],
    [
      "update note set tenant_id = ? || 'x'",
      'Cannot write a row of another tenant to `note`.',
      { hasUser: true },
    ],
    ['update note set (a, b) = (1, 2)', 'several columns of note are set at once.', { hasUser: true }],
    ['update gone set a = 1', 'table gone is not known.', { hasUser: true }],
    ["update 'note' set a = 1", 'the changed table is not in its usual place.', { hasUser: true }],
    ['update a, b set x = 1', 'table a is not known.', { dialect: 'postgres' }],
    [
      'update item i right join note n on n.id = i.id set i.a = 1',
      'a change or lock of tables with right or natural joins.',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update item i full join note n on n.id = i.id set i.a = 1',
      'a change or lock of tables with right or natural joins.',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update item natural join note set a = 1',
      'a change or lock of tables with right or natural joins.',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update kind left join note using (id) set a = 1',
      'a left join of note without on.',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      'update (item join note) set a = 1',
      'the changed table is not in its usual place.',
      { dialect: 'mysql', hasUser: true },
    ],
    [
      "update item i join note n on n.id = i.id set n.tenant_id = 'x'",
      'Cannot write a row of another tenant to `item`.',
      { dialect: 'mysql', hasUser: true },
    ],
  ]);
});

describe('deletes', () => {
  itPlans([
    ['delete from item', 'delete from item where item.tenant_id = ? <- tenant'],
    [
      'delete from item where a = 1 or b = 2',
      'delete from item where item.tenant_id = ? and ( a = 1 or b = 2) <- tenant',
    ],
    [
      'delete from item as i where i.a = 1',
      'delete from item as i where i.tenant_id = ? and ( i.a = 1) <- tenant',
    ],
    [
      'delete from item i order by id limit 1',
      'delete from item i where i.tenant_id = ? order by id limit 1 <- tenant',
    ],
    [
      'delete from kind where id in (select id from note)',
      'delete from kind where id in (select id from (select * from note where tenant_id = ?) note) <- tenant',
    ],
    ['delete from item returning id', 'delete from item where item.tenant_id = ? returning id <- tenant'],
    [
      'delete from item using note n where n.id = item.id',
      'delete from item using (select * from note where tenant_id = $1) n where item.tenant_id = $2 and ( n.id = item.id) <- tenant, tenant',
      { dialect: 'postgres' },
    ],
    [
      'delete from item as i using note, kind where true',
      'delete from item as i using (select * from note where tenant_id = $1) note, kind where i.tenant_id = $2 and ( true) <- tenant, tenant',
      { dialect: 'postgres' },
    ],
    [
      'delete i from item i join note n on n.id = i.id where i.a = 1',
      'delete i from item i join note n on n.tenant_id = ? and ( n.id = i.id) where i.tenant_id = ? and ( i.a = 1) <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'delete from item using item join note n on n.id = item.id',
      'delete from item using item join note n on n.tenant_id = ? and ( n.id = item.id) where item.tenant_id = ? <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'delete i, n from item i, note n',
      'delete i, n from item i, note n where i.tenant_id = ? and n.tenant_id = ? <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'delete i from item i left join kind k on k.id = i.id where k.id in (select id from note)',
      'delete i from item i left join kind k on k.id = i.id where i.tenant_id = ? and ( k.id in (select id from (select * from note where tenant_id = ?) note)) <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'delete item from item join note n on n.id = item.id',
      'delete item from item join note n on n.tenant_id = ? and ( n.id = item.id) where item.tenant_id = ? <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    ['delete item from item', 'delete item from item <- ', { filtered: false }],
    ['delete from item join note', 'delete from item join note <- ', { filtered: false }],
    [
      'delete i from item i join note n on n.id = i.id',
      'delete i from item i join note n on n.id = i.id <- ',
      { dialect: 'mysql', filtered: false },
    ],
  ]);

  itRefuses([
    ['delete item from item', 'a delete from several tables.'],
    ['delete from item join note', 'a delete with joins.'],
    ['delete from i using item i join note n on n.id = i.id', 'table i is not known.', { dialect: 'mysql' }],
    ['delete from item join note', 'a delete with joins.', { dialect: 'mysql' }],
    ['delete item', 'a delete with joins.', { dialect: 'mysql' }],
  ]);
});

describe('inserts', () => {
  itPlans([
    [
      'insert into item (id) values (?), (?)',
      'insert into item (id, tenant_id, create_time, update_time) values (?, ?, ?, ?), (?, ?, ?, ?) <- 0, tenant, now, now, 1, tenant, now, now',
    ],
    [
      'insert into item (id, tenant_id) values (?, ?)',
      'insert into item (id, tenant_id, create_time, update_time) values (?, ?, ?, ?) <- 0, 1, now, now',
    ],
    [
      'insert into item (id, TENANT_ID, create_time) values (1, ?, 2)',
      'insert into item (id, TENANT_ID, create_time, update_time) values (1, ?, 2, ?) <- 0, now',
    ],
    [
      'insert into note (id, tenant_id) values (1, ?::varchar)',
      'insert into note (id, tenant_id) values (1, ?::varchar) <- 0',
    ],
    ['insert into kind (id) values (1)', 'insert into kind (id) values (1) <- '],
    [
      'insert into log (id) values ((select max(id) from note))',
      'insert into log (id, update_time) values ((select max(id) from (select * from note where tenant_id = ?) note), ?) <- tenant, now',
    ],
    [
      'insert into note (id) select id from item',
      'insert into note (id, tenant_id) select given.*, ? from (select id from (select * from item where tenant_id = ?) item) given where 1 = 1 <- tenant, tenant',
    ],
    [
      'insert into kind (id) select id from note',
      'insert into kind (id) select id from (select * from note where tenant_id = ?) note <- tenant',
    ],
    [
      'insert into kind select id from note',
      'insert into kind select id from (select * from note where tenant_id = ?) note <- tenant',
    ],
    [
      'insert into note (id) (select id from kind)',
      'insert into note (id, tenant_id) select given.*, ? from ((select id from kind)) given where 1 = 1 <- tenant',
    ],
    [
      'insert into note (id) with x as (select 1 as id) select id from x',
      'insert into note (id, tenant_id) select given.*, ? from (with x as (select 1 as id) select id from x) given where 1 = 1 <- tenant',
    ],
    [
      'insert or ignore into note (id) values (1)',
      'insert or ignore into note (id, tenant_id) values (1, ?) <- tenant',
    ],
    ['insert or replace into kind (id) values (1)', 'insert or replace into kind (id) values (1) <- '],
    [
      'insert into note (id) values (1) on conflict (id) do update set a = 2',
      'insert into note (id, tenant_id) values (1, ?) on conflict (id) do update set a = 2 where note.tenant_id = ? <- tenant, tenant',
    ],
    [
      'insert into note (id) values (1) on conflict (id) do update set a = 2 where note.a > 1 returning id',
      'insert into note (id, tenant_id) values (1, ?) on conflict (id) do update set a = 2 where note.tenant_id = ? and ( note.a > 1) returning id <- tenant, tenant',
    ],
    [
      'insert into note as n (id) values (1) on conflict (id) do update set a = excluded.a',
      'insert into note as n (id, tenant_id) values (1, ?) on conflict (id) do update set a = excluded.a where n.tenant_id = ? <- tenant, tenant',
    ],
    [
      'insert into note (id) values (1) on conflict do nothing',
      'insert into note (id, tenant_id) values (1, ?) on conflict do nothing <- tenant',
    ],
    [
      'insert into item (id) values (1) returning id',
      'insert into item (id, tenant_id, create_time, update_time) values (1, ?, ?, ?) returning id <- tenant, now, now',
    ],
    [
      'insert into log (id) values (1) on conflict (id) do update set a = 2',
      'insert into log (id, update_time) values (1, ?) on conflict (id) do update set a = 2, update_time = ? <- now, now',
    ],
    [
      'insert into item (id) values (1) on conflict (id) do update set a = (select max(id) from note)',
      'insert into item (id, tenant_id, create_time, update_time) values (1, ?, ?, ?) on conflict (id) do update set a = (select max(id) from (select * from note where tenant_id = ?) note), update_time = ? where item.tenant_id = ? <- tenant, now, now, tenant, now, tenant',
    ],
    [
      'insert into item (id) values (1)',
      'insert into item (id, tenant_id, create_time, update_time, create_by, update_by) values (1, ?, ?, ?, ?, ?) <- tenant, now, now, user, user',
      { hasUser: true },
    ],
    [
      'insert into item (id) values (1)',
      'insert into item (id, create_time, update_time, create_by, update_by) values (1, ?, ?, ?, ?) <- now, now, user, user',
      { filtered: false, hasUser: true },
    ],
    [
      "insert into note (id, tenant_id) values (1, 'b')",
      "insert into note (id, tenant_id) values (1, 'b') <- ",
      { filtered: false },
    ],
    [
      'insert into note set id = 1, a = ?',
      'insert into note set id = 1, a = ?, tenant_id = ? <- 0, tenant',
      { dialect: 'mysql' },
    ],
    [
      'insert into note set id = (select max(id) from item)',
      'insert into note set id = (select max(id) from (select * from item where tenant_id = ?) item), tenant_id = ? <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    [
      'insert into item set id = 1, create_time = 2',
      'insert into item set id = 1, create_time = 2, tenant_id = ?, update_time = ? <- tenant, now',
      { dialect: 'mysql' },
    ],
    [
      'insert into item (id) value (1)',
      'insert into item (id, tenant_id, create_time, update_time) value (1, ?, ?, ?) <- tenant, now, now',
      { dialect: 'mysql' },
    ],
    [
      'insert into item (id) values (1) on duplicate key update a = 2, b = values(b) + 1',
      'insert into item (id, tenant_id, create_time, update_time) values (1, ?, ?, ?) on duplicate key update a = case when item.tenant_id = ? then 2 else item.a end, b = case when item.tenant_id = ? then values(b) + 1 else item.b end, update_time = case when item.tenant_id = ? then ? else item.update_time end <- tenant, now, now, tenant, tenant, tenant, now',
      { dialect: 'mysql' },
    ],
    [
      'insert into kind (id) values (1) on duplicate key update a = 1 returning id',
      'insert into kind (id) values (1) on duplicate key update a = 1 returning id <- ',
      { dialect: 'mysql' },
    ],
    [
      'insert into log (id) values (1) on duplicate key update a = 1',
      'insert into log (id, update_time) values (1, ?) on duplicate key update a = 1, update_time = ? <- now, now',
      { dialect: 'mysql' },
    ],
    [
      'insert into note (id) values (1) on duplicate key update note.a = 3',
      'insert into note (id, tenant_id) values (1, ?) on duplicate key update note.a = case when note.tenant_id = ? then 3 else note.a end <- tenant, tenant',
      { dialect: 'mysql' },
    ],
    ...[' returning id', ' where log.a > 1 returning id', ' where log.a > 1'].map(
      (rest): [string, string] => [
        `insert into log (id) values (1) on conflict (id) do update set a = 2${rest}`,
        `insert into log (id, update_time) values (1, ?) on conflict (id) do update set a = 2, update_time = ?${rest} <- now, now`,
      ],
    ),
    [
      "insert into note set tenant_id = 'b'",
      "insert into note set tenant_id = 'b' <- ",
      { dialect: 'mysql', filtered: false },
    ],
    [
      "insert into note (id) values (1) on conflict (id) do update set tenant_id = 'b'",
      "insert into note (id) values (1) on conflict (id) do update set tenant_id = 'b' <- ",
      { filtered: false },
    ],
    ['insert into kind (id, tenant_id) select 1, 2', 'insert into kind (id, tenant_id) select 1, 2 <- '],
    [
      'insert into note (id) values (1) on duplicate key update a = 1',
      'insert into note (id) values (1) on duplicate key update a = 1 <- ',
      { dialect: 'mysql', filtered: false },
    ],
  ]);

  itRefuses([
    ["insert into item (id, tenant_id) values (?, 'a')", 'Cannot write a row of another tenant to `item`.'],
    [
      "insert into note (id, tenant_id) values (1, ? || 'x')",
      'Cannot write a row of another tenant to `note`.',
    ],
    ['insert into note (id, tenant_id) values (1)', 'Cannot write a row of another tenant to `note`.'],
    ['insert into note select 1', 'an insert into note names no columns.'],
    ['insert into note (id, tenant_id) select 1, 2', 'rows selected into note bring their own tenant.'],
    ['insert into note (id) default values', 'an insert into note has neither values nor a select.'],
    ['insert into note (id) table kind', 'an insert into note has neither values nor a select.'],
    ['insert or replace into note (id) values (1)', 'replace may remove a row of another tenant from note.'],
    ['insert note (id) values (1)', 'an insert without into.'],
    [
      "insert into note (id) values (1) on conflict (id) do update set tenant_id = 'b'",
      'Cannot write a row of another tenant to `note`.',
    ],
    [
      "insert into note set tenant_id = 'b'",
      'Cannot write a row of another tenant to `note`.',
      { dialect: 'mysql' },
    ],
    [
      'insert into note (id) values (1) on duplicate key update a = 1 returning id',
      'returning shows a row of another tenant in note.',
      { dialect: 'mysql' },
    ],
    [
      'insert into note (id) values (1) on duplicate key update a =',
      'nothing is set for a.',
      { dialect: 'mysql' },
    ],
    [
      "insert into note (id) values (1) on duplicate key update tenant_id = 'b'",
      'Cannot write a row of another tenant to `note`.',
      { dialect: 'mysql' },
    ],
  ]);
});
