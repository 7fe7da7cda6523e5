import { BaseMapper, Mapper, selectList, TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { describeDatabases } from '../../data/testing/databases.ts';
import { openTestDatabase } from '../../data/testing/open.ts';
import { bindToDatabase, mapperXml } from '../testing/bind-mapper.ts';

@TableName('shop_day')
class Typed {
  @TableId() id!: number;
  @TableField({ type: 'date' }) day!: string | Date | null;
  @TableField({ type: 'date' }) moment!: string | Date | null;
}
@TableName('shop_day')
class Plain {
  @TableId() id!: number;
  @TableField() day!: string | Date | null;
  @TableField() moment!: string | Date | null;
}
@Mapper(Typed)
class TypedMapper extends BaseMapper<Typed> {
  readonly all = selectList<Record<string, unknown>>();
}
@Mapper(Plain)
class PlainMapper extends BaseMapper<Plain> {}

await describeDatabases('findings: applications 8: days and moments', ({ config }) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(
      'create table shop_day (id bigint not null primary key, day date null, moment timestamp(3) null)',
    );
  });
  afterAll(() => database.close());

  it('are equal with and without a type, and in maps', async () => {
    const xml = mapperXml('<select id="all">select id, day, moment from shop_day order by id</select>');
    const typed = await bindToDatabase(new TypedMapper(), database, xml);
    const plain = await bindToDatabase(new PlainMapper(), database);
    const moment = new Date('2026-01-31T08:00:00.500Z');
    await typed.insert({ id: 1, day: '2026-01-31', moment });
    await plain.insert({ id: 2, day: moment, moment: moment.toISOString() });
    const expected = { day: '2026-01-31', moment: '2026-01-31T08:00:00.500Z' };
    const both = [
      { id: 1, ...expected },
      { id: 2, ...expected },
    ];
    expect(await typed.selectList({})).toMatchObject(both);
    expect(await plain.selectList({})).toMatchObject(both);
    expect(await typed.all()).toEqual(both);
  });
});
