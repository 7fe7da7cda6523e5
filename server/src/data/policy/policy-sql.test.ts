import { sql, type Compilable } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  ANN,
  compiled,
  HOST,
  itCompiles,
  JOB,
  refused,
  type Db,
  type Query,
} from '../testing/compiled-policy.ts';

describe('an update', () => {
  const set =
    (table: string): Query =>
    (db) =>
      db.updateTable(table).set({ value: 1 });
  const stamped = 'update item set value = ?, update_time = ?';

  itCompiles([
    ['is limited and stamped', set('item'), `${stamped} where item.tenant_id = ? <- 1, now, a`],
    [
      'names its user',
      set('item'),
      `${stamped}, update_by = ? where item.tenant_id = ? <- 1, now, 7, a`,
      ANN,
    ],
    ['without a tenant changes nothing', set('item'), `${stamped} where 1 = 0 <- 1, now`, {}],
    ['of the host reaches all rows', set('item'), `${stamped} <- 1, now`, HOST],
    [
      'sets only columns that exist',
      set('note'),
      'update note set value = ? where note.tenant_id = ? <- 1, a',
    ],
    ['of a table without tenant', set('log'), 'update log set value = ?, update_time = ? <- 1, now', ANN],
    ['of a table without special columns', set('kind'), 'update kind set value = ? <- 1', ANN],
    [
      'keeps what it sets itself, in any letter case',
      (db) => db.updateTable('item').set({ UPDATE_TIME: 'x', update_by: 3 }).where('id', '=', 1),
      'update item set UPDATE_TIME = ?, update_by = ? where (id = ?) and item.tenant_id = ? <- x, 3, 1, a',
      ANN,
    ],
    [
      'is limited by its alias',
      (db) => db.updateTable('note as n').set({ value: 2 }),
      'update note as n set value = ? where n.tenant_id = ? <- 2, a',
    ],
    [
      'limits the tables it reads',
      (db) => db.updateTable('note').from('item as i').set({ value: 2 }).whereRef('i.id', '=', 'note.id'),
      'update note set value = $1 from item as i where ((i.id = note.id) and note.tenant_id = $2) and i.tenant_id = $3 <- 2, a, a',
      JOB,
      'postgres',
    ],
    [
      'of several tables is limited, and not stamped',
      (db) => db.updateTable(['item', 'kind', 'note']).set({ 'item.value': 2 }),
      'update item, kind, note set item.value = ? where (item.tenant_id = ?) and note.tenant_id = ? <- 2, a, a',
      ANN,
      'mysql',
    ],
    [
      'may repeat its own tenant',
      (db) => db.updateTable('note').set({ tenant_id: 'a' }),
      'update note set tenant_id = ? where note.tenant_id = ? <- a, a',
    ],
    [
      'of the host may move a row',
      (db) => db.updateTable('note').set({ tenant_id: 'b' }),
      'update note set tenant_id = ? <- b',
      HOST,
    ],
  ]);

  it('never moves a row to another tenant', () => {
    refused((db) => db.updateTable('note').set({ TENANT_ID: 'b' }), 'TENANT_MISMATCH');
    refused((db) => db.updateTable('note').set({ tenant_id: sql`'a'` }), 'TENANT_MISMATCH');
    refused((db) => db.updateTable('note').set({ tenant_id: 'a' }), 'TENANT_MISMATCH', {});
    refused((db) => db.updateTable('note').set('note.tenant_id', 'b'), 'TENANT_MISMATCH', JOB, 'mysql');
  });

  it('is refused where a join could bring rows back', () => {
    const joined =
      (other: string): Query =>
      (db) =>
        db.updateTable('kind').rightJoin(other, `${other}.id`, 'kind.id').set({ 'kind.value': 2 });
    refused(joined('note'), 'TENANT_QUERY_REFUSED', JOB, 'mysql');
    expect(() => compiled(joined('log'), JOB, 'mysql')).toThrow(/Joins in an update query/);
  });
});

describe('a delete', () => {
  const joined =
    (type: 'leftJoin' | 'rightJoin'): Query =>
    (db) =>
      type === 'leftJoin'
        ? db.deleteFrom('kind').using('kind').leftJoin('note', 'note.id', 'kind.id')
        : db.deleteFrom('kind').using('kind').rightJoin('note', 'note.id', 'kind.id');

  itCompiles([
    ['is limited', (db) => db.deleteFrom('item'), 'delete from item where item.tenant_id = ? <- a'],
    ['of the host', (db) => db.deleteFrom('item'), 'delete from item <- ', HOST],
    ['of a table without tenant', (db) => db.deleteFrom('kind'), 'delete from kind <- '],
    [
      'limits the tables it reads',
      (db) => db.deleteFrom('kind').using('note as n').whereRef('n.id', '=', 'kind.id'),
      'delete from kind using note as n where (n.id = kind.id) and n.tenant_id = $1 <- a',
      JOB,
      'postgres',
    ],
    [
      'limits the tables it joins',
      joined('leftJoin'),
      'delete from kind using kind left join note on (note.id = kind.id) and note.tenant_id = ? <- a',
      JOB,
      'mysql',
    ],
    [
      'of the host may join as it likes',
      joined('rightJoin'),
      'delete from kind using kind right join note on note.id = kind.id <- ',
      HOST,
      'mysql',
    ],
  ]);

  it('is refused where a join could bring rows back', () => {
    refused(joined('rightJoin'), 'TENANT_QUERY_REFUSED', JOB, 'mysql');
  });
});

describe('a select', () => {
  const from =
    (table: string): Query =>
    (db) =>
      db.selectFrom(table).selectAll();
  const x = (db: Db) => db.with('x', (query) => query.selectFrom('note').select('id'));
  const limited = 'with x as (select id from note where note.tenant_id = ?)';

  itCompiles([
    ['is limited', from('note'), 'select * from note where note.tenant_id = ? <- a'],
    ['without a tenant sees nothing', from('note'), 'select * from note where 1 = 0 <- ', {}],
    ['of the host sees all', from('note'), 'select * from note <- ', HOST],
    [
      'is limited by its alias',
      from('app.note as n'),
      'select * from app.note as n where n.tenant_id = ? <- a',
    ],
    [
      'is limited by its schema',
      from('app.note'),
      'select * from app.note where app.note.tenant_id = ? <- a',
    ],
    ['reads tables of the database', from('sqlite_master'), 'select * from sqlite_master <- '],
    [
      'reads schemas of the database',
      from('information_schema.tables'),
      'select * from information_schema.tables <- ',
    ],
    ['without a table', (db) => db.selectNoFrom(sql`1`.as('one')), 'select 1 as one <- '],
    [
      'limits each table of a list, and not its condition alone',
      (db) =>
        db
          .selectFrom(['note as n', 'item', 'kind'])
          .select('n.id')
          .where(sql<boolean>`1 = 1 or 2 = 2`),
      'select n.id from note as n, item, kind where ((1 = 1 or 2 = 2) and n.tenant_id = ?) and item.tenant_id = ? <- a, a',
    ],
    [
      'limits inner and left joins by their conditions',
      (db) =>
        db
          .selectFrom('kind')
          .innerJoin('item as i', 'i.id', 'kind.id')
          .leftJoin('note', (join) => join.onTrue())
          .select('i.id'),
      'select i.id from kind inner join item as i on (i.id = kind.id) and i.tenant_id = ? left join note on (true) and note.tenant_id = ? <- a, a',
    ],
    [
      'limits the tables of other joins before they are joined',
      (db) =>
        db
          .selectFrom('item as i')
          .rightJoin('note', 'note.id', 'i.id')
          .innerJoin('kind', 'kind.id', 'i.id')
          .select('i.id'),
      'select i.id from (select * from item where item.tenant_id = ?) as i right join (select * from note where note.tenant_id = ?) as note on note.id = i.id inner join kind on kind.id = i.id <- a, a',
    ],
    ['of a table expression', (db) => x(db).selectFrom('x').selectAll(), `${limited} select * from x <- a`],
    [
      'knows table expressions within others, and after them',
      (db) =>
        x(db)
          .with('y', (query) =>
            query
              .with('z', (inner) => inner.selectFrom('kind').select('id'))
              .selectFrom(['z', 'x'])
              .select('z.id'),
          )
          .selectFrom(['y', 'x'])
          .select('y.id'),
      `${limited}, y as (with z as (select id from kind) select z.id from z, x) select y.id from y, x <- a`,
    ],
    [
      'of the host may name a table expression as it likes',
      (db) =>
        db
          .with('note', (query) => query.selectFrom('kind').select('id'))
          .selectFrom('note')
          .select('id'),
      'with note as (select id from kind) select id from note <- ',
      HOST,
    ],
  ]);

  it('of an unknown table is refused, as behind the end of a table expression', () => {
    refused(from('gone'));
    refused((db) => x(db).selectFrom('app.x').selectAll());
    refused((db) =>
      db
        .with('z', (query) =>
          x(query as Db)
            .selectFrom('x')
            .select('id'),
        )
        .selectFrom(['x', 'z'])
        .select('z.id'),
    );
  });

  it('with a table expression that hides a table is refused', () => {
    refused((db) =>
      db
        .with('NOTE', (query) => query.selectFrom('kind').select('id'))
        .selectFrom('kind')
        .select('id'),
    );
  });
});

describe('raw text', () => {
  const raw =
    (text: { compile(db: Db): ReturnType<Compilable['compile']> }): Query =>
    (db) => ({
      compile: () => text.compile(db),
    });

  it.each([
    ['a word', sql`select 1 from note`],
    ['a word in capitals', sql`select 1 from kind, NOTE`],
    ['a quoted word', sql`select 1 from "note"`],
    ['a table', sql`select 1 from ${sql.table('note')}`],
  ])('is refused that names a table of tenants as %s', (_how, text) => {
    refused(raw(text));
    expect(compiled(raw(text), HOST)).toMatch(/note/i);
  });

  it.each([
    ['other tables', sql`select * from ${sql.table('kind')}`, 'select * from kind <- '],
    ['longer words', sql`select notes, a_note, noteé, note$`, 'select notes, a_note, noteé, note$ <- '],
    ['values', sql`select ${'note'}`, 'select ? <- note'],
    ['columns', sql`${sql.ref('note.id')}`, 'note.id <- '],
  ])('may name %s', (_what, text, expected) => {
    expect(compiled(raw(text))).toBe(expected);
  });
});

describe('a merge', () => {
  const merge =
    (into: string, using: string): Query =>
    (db) =>
      db.mergeInto(into).using(`${using} as u`, 'u.id', `${into}.id`).whenMatched().thenDelete();

  it('is refused for tables of tenants, except for the host', () => {
    refused(merge('item', 'kind'));
    refused(merge('kind', 'note'));
    const text = (into: string, using: string): string =>
      `merge into ${into} using ${using} as u on u.id = ${into}.id when matched then delete <- `;
    expect(compiled(merge('kind', 'log'))).toBe(text('kind', 'log'));
    expect(compiled(merge('item', 'note'), HOST)).toBe(text('item', 'note'));
  });
});
