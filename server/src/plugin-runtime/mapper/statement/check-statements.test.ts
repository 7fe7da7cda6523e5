import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../../data/index.ts';
import { describeDatabases } from '../../../data/testing/databases.ts';
import { openTestDatabase } from '../../../data/testing/open.ts';
import type { LoadRefusal } from '../../contract/load-finding.ts';
import { collectingLogger, type LogLine } from '../../../testing/collecting-logger.ts';
import { mapperXml, readShopStatements } from '../../testing/bind-mapper.ts';
import { StatementCheckCache } from './statement-check-cache.ts';
import { checkStatements } from './check-statements.ts';

await describeDatabases('statements are prepared before they run', ({ name, config }) => {
  let database: Database;
  let prepared = 0;
  let file: string;
  const log: LogLine[] = [];
  beforeAll(async () => {
    file = join(await mkdtemp(join(tmpdir(), 'platform-checked-')), 'checked.json');
    database = await openTestDatabase(config);
    await database.executeScript(`
      create table shop_item (id bigint not null primary key, tenant_id varchar(20) not null, title varchar(50), price decimal(9, 2),
        update_time timestamp null);`);
    const prepare = database.prepare.bind(database);
    database.prepare = (sql) => {
      prepared += 1;
      return prepare(sql);
    };
  });
  afterAll(async () => {
    await database.close();
    await rm(join(file, '..'), { recursive: true });
  });
  const check = async (content: string): Promise<string[]> => {
    const xml = mapperXml(content);
    const statements = await readShopStatements(database, [xml]);
    const options = {
      appCode: 'shop',
      database,
      checked: new StatementCheckCache(file),
      logger: collectingLogger(log),
    };
    try {
      await checkStatements(statements, new Map([['0', xml]]), options);
      return [];
    } catch (error) {
      return (error as LoadRefusal).findings.map(({ code, message }) => `${code} ${message}`);
    }
  };

  it("design 16-2: refuses a wrong name with file, line, statement and the database's error", async () => {
    const [finding, ...more] = await check(
      '\n<select id="a">\nselect id, titel\nfrom shop_item where id = #{id}</select>',
    );
    expect(more).toEqual([]);
    expect(finding).toMatch(/^MAPPER_STATEMENT_INVALID 0: Statement a \(line 3\): .*titel/);
    expect(
      await check('\n<update id="b">update shop_item set price = 1\nwhere titel = #{id}</update>'),
    ).toEqual([expect.stringMatching(/Statement b \(line 3\): .*titel/)]);
    expect(
      await check('<insert id="c">insert into shop_item (id, titel) values (#{id}, 1)</insert>'),
    ).toEqual([expect.stringMatching(/Statement c \(line 1\): .*titel/)]);
    expect(await check('<select id="d">select nothing_here(title) from shop_item</select>')).toEqual([
      expect.stringMatching(/Statement d \(line 1\): .*nothing_here/i),
    ]);
    expect(await check('<select id="e">select id from shop_item group group by</select>')).toHaveLength(1);
  });

  it('accepts the syntax of each database', async () => {
    expect(
      await check(`
        <select id="a">select id, count(*) as n from shop_item where title like #{t} group by id order by id limit #{n} offset #{m}</select>
        <insert id="b">insert into shop_item (id, title, price) values
          <foreach collection="rows" item="r" separator=",">(#{r.id}, #{r.title}, #{r.price, jdbcType=DECIMAL})</foreach></insert>
        <update id="c">update shop_item <set><if test="t">title = #{t},</if><if test="p">price = price + #{p},</if></set>
          where id in <foreach collection="ids" item="i" open="(" close=")" separator=",">#{i}</foreach></update>
        <delete id="d">delete from shop_item where id = #{id} and title is not null</delete>`),
    ).toEqual([]);
  });

  it('warns of a table that is not there, and refuses what is wrong beside it', async () => {
    const absent = '<select id="a">select id from leave_day</select>';
    expect(await check(absent)).toEqual([]);
    expect(log).toMatchObject([{ level: 'warn', fields: { mapper: '0' } }]);
    expect(log[0]?.message).toMatch(/^0: .*leave_day/);
    const findings = await check(`${absent}<select id="b">select titel from shop_item</select>`);
    expect(findings).toEqual([expect.stringContaining('Statement b')]);
  });

  it('design 16-2: prepares a statement again only after its text or a table has changed', async () => {
    const content = '<select id="a">select id, title from shop_item</select>';
    const counted = async (text = content): Promise<number> => {
      prepared = 0;
      expect(await check(text)).toEqual([]);
      return prepared;
    };
    expect(await counted()).toBeGreaterThan(0);
    expect(await counted()).toBe(0);
    await database.executeScript('create table other_thing (id bigint)');
    expect(await counted()).toBe(0);
    await database.executeScript('alter table shop_item add column note varchar(9)');
    expect(await counted()).toBeGreaterThan(0);
    expect(await counted('<select id="a">select id, note from shop_item</select>')).toBeGreaterThan(0);
    expect(name).toBe(database.dialect);
  });

  it('prepares a statement again that the database could not check', async () => {
    const content = '<select id="a">select id, price from shop_item</select>';
    const lost = vi.spyOn(database, 'prepare').mockRejectedValue(new Error('the connection is lost'));
    await check(content);
    lost.mockRestore();
    prepared = 0;
    expect(await check(content)).toEqual([]);
    expect(prepared).toBeGreaterThan(0);
  });
});
