import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  ANN,
  compiled,
  HOST,
  itCompiles,
  JOB,
  refused,
  type Query,
  type Row,
} from '../testing/compiled-policy.ts';

describe('an insert', () => {
  const one =
    (table: string): Query =>
    (db) =>
      db.insertInto(table).values({ id: 1 });
  const into = 'insert into item (id, tenant_id, create_time, update_time)';

  itCompiles([
    ['is filled', one('item'), `${into} values (?, ?, ?, ?) <- 1, a, now, now`],
    [
      'names its user',
      one('item'),
      'insert into item (id, tenant_id, create_time, update_time, create_by, update_by) values (?, ?, ?, ?, ?, ?) <- 1, a, now, now, 7, 7',
      ANN,
    ],
    [
      'of the host has no tenant of its own',
      one('item'),
      'insert into item (id, create_time, update_time) values (?, ?, ?) <- 1, now, now',
      HOST,
    ],
    ['into a table without special columns', one('kind'), 'insert into kind (id) values (?) <- 1', {}],
    [
      'fills only columns that exist',
      one('log'),
      'insert into log (id, update_time) values (?, ?) <- 1, now',
      ANN,
    ],
    [
      'fills rows that leave a column out',
      (db) =>
        db.insertInto('item').values([
          { id: 1, tenant_id: 'a' },
          { id: 2, create_time: 'x' },
        ]),
      `${into} values ($1, $2, $3, $4), ($5, $6, $7, $8) <- 1, a, now, now, 2, a, x, now`,
      JOB,
      'postgres',
    ],
    [
      'keeps what it sets itself, in any letter case',
      (db) => db.insertInto('item').values({ CREATE_TIME: 'x', update_time: 'y', tenant_id: 'b' }),
      'insert into item (CREATE_TIME, update_time, tenant_id) values (?, ?, ?) <- x, y, b',
      HOST,
    ],
    [
      'of defaults is filled',
      (db) => db.insertInto('note').defaultValues(),
      'insert into note (tenant_id) values (?) <- a',
    ],
    [
      'of nothing but defaults',
      (db) => db.insertInto('kind').defaultValues(),
      'insert into kind default values <- ',
    ],
    [
      'of selected rows is filled, and limits what it reads',
      (db) =>
        db
          .insertInto('item')
          .columns(['id'])
          .expression((eb) => eb.selectFrom('note').select('id')),
      `${into} select given.*, ? as tenant_id, ? as create_time, ? as update_time from (select id from note where note.tenant_id = ?) as given <- a, now, now, a`,
    ],
    [
      'of selected rows into a table without special columns',
      (db) =>
        db
          .insertInto('kind')
          .columns(['id'])
          .expression((eb) => eb.selectFrom('note').select('id')),
      'insert into kind (id) select id from note where note.tenant_id = ? <- a',
    ],
    [
      'of selected rows, by the host, may bring tenants',
      (db) =>
        db
          .insertInto('note')
          .columns(['id', 'tenant_id'])
          .expression((eb) => eb.selectFrom('kind').select(['id', 'x'])),
      'insert into note (id, tenant_id) select id, x from kind <- ',
      HOST,
    ],
  ]);

  it('never writes a row of another tenant', () => {
    refused((db) => db.insertInto('note').values({ TENANT_ID: 'b' }), 'TENANT_MISMATCH');
    refused((db) => db.insertInto('note').values({ tenant_id: sql`'a'` }), 'TENANT_MISMATCH');
    refused(
      (db) => db.insertInto('note').values([{ tenant_id: 'a' }, { tenant_id: 'b' }]),
      'TENANT_MISMATCH',
    );
    refused(one('note'), 'TENANT_REQUIRED', {});
    const selected =
      (...names: string[]): Query =>
      (db) => {
        const insert = db.insertInto('note');
        return (names.length > 0 ? insert.columns(names) : insert).expression((eb) =>
          eb.selectFrom('kind').select(['id', 'x']),
        );
      };
    refused(selected('id', 'tenant_id'));
    refused(selected('tenant_id', 'id'));
    refused(selected());
  });

  it('that replaces rows is refused where they may be of another tenant', () => {
    const replace =
      (table: string): Query =>
      (db) =>
        db.replaceInto(table).values({ id: 1 });
    const orReplace =
      (table: string): Query =>
      (db) =>
        db.insertInto(table).orReplace().values({ id: 1 });
    refused(replace('note'), 'TENANT_QUERY_REFUSED', JOB, 'mysql');
    refused(orReplace('note'));
    expect(compiled(replace('kind'), JOB, 'mysql')).toBe('replace into kind (id) values (?) <- 1');
    expect(compiled(orReplace('kind'))).toBe('insert or replace into kind (id) values (?) <- 1');
    expect(compiled(replace('note'), HOST, 'mysql')).toBe('replace into note (id) values (?) <- 1');
    expect(compiled((db) => db.insertInto('note').orIgnore().values({ id: 1 }))).toBe(
      'insert or ignore into note (id, tenant_id) values (?, ?) <- 1, a',
    );
  });
});

describe('an insert with a conflict', () => {
  const onConflict =
    (table: string, values: Row): Query =>
    (db) =>
      db
        .insertInto(table)
        .values({ id: 1 })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values));
  const onDuplicate =
    (table: string, values: Row): Query =>
    (db) =>
      db.insertInto(table).values({ id: 1 }).onDuplicateKeyUpdate(values);
  const guarded = (column: string): string =>
    `${column} = case when item.tenant_id = ? then ? else ${column} end`;

  itCompiles([
    [
      'updates only a row of its tenant, and stamps it',
      onConflict('item', { value: 2 }),
      'insert into item (id, tenant_id, create_time, update_time, create_by, update_by) values (?, ?, ?, ?, ?, ?) on conflict (id) do update set value = ?, update_time = ?, update_by = ? where item.tenant_id = ? <- 1, a, now, now, 7, 7, 2, now, 7, a',
      ANN,
    ],
    [
      'adds to its condition',
      (db) =>
        db
          .insertInto('note')
          .values({ id: 1 })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ value: 2 }).where('note.value', '>', 3),
          ),
      'insert into note (id, tenant_id) values (?, ?) on conflict (id) do update set value = ? where (note.value > ?) and note.tenant_id = ? <- 1, a, 2, 3, a',
    ],
    [
      'that does nothing',
      (db) =>
        db
          .insertInto('note')
          .values({ id: 1 })
          .onConflict((conflict) => conflict.doNothing()),
      'insert into note (id, tenant_id) values (?, ?) on conflict do nothing <- 1, a',
    ],
    [
      'in a table without tenant',
      onConflict('log', { value: 2 }),
      'insert into log (id, update_time) values (?, ?) on conflict (id) do update set value = ?, update_time = ? <- 1, now, 2, now',
    ],
    [
      'of the host updates any row',
      onConflict('note', { value: 2 }),
      'insert into note (id) values (?) on conflict (id) do update set value = ? <- 1, 2',
      HOST,
    ],
    [
      'keeps each value of a row of another tenant (MySQL)',
      onDuplicate('item', { value: 2 }),
      `insert into item (id, tenant_id, create_time, update_time) values (?, ?, ?, ?) on duplicate key update ${guarded('value')}, ${guarded('update_time')} <- 1, a, now, now, a, 2, a, now`,
      JOB,
      'mysql',
    ],
    [
      'of the host updates any row (MySQL)',
      onDuplicate('note', { value: 2 }),
      'insert into note (id) values (?) on duplicate key update value = ? <- 1, 2',
      HOST,
      'mysql',
    ],
    [
      'in a table without tenant (MySQL)',
      onDuplicate('log', { value: 2 }),
      'insert into log (id, update_time) values (?, ?) on duplicate key update value = ?, update_time = ? <- 1, now, 2, now',
      JOB,
      'mysql',
    ],
  ]);

  it('never moves a row to another tenant', () => {
    refused(onConflict('note', { tenant_id: 'b' }), 'TENANT_MISMATCH');
    refused(onDuplicate('note', { tenant_id: 'b' }), 'TENANT_MISMATCH', JOB, 'mysql');
  });
});
