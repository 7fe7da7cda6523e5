import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileStatement } from '../statement/compile-statement.ts';
import { readMappers } from '../statement/read-mappers.ts';
import { compileFirst } from '../testing/compiled.ts';
import { specialColumns } from '../tenant/special-columns.ts';
import { checkStatement, type StatementDatabase, type StatementFinding } from './check-statement.ts';

const SCHEMA = `
create table shop_item (id integer primary key, tenant_id text, title text, status text, price decimal(9, 2), owner_id integer);
create table shop_owner (id integer primary key, tenant_id text, name text);
create table shop_kind (id integer primary key, name text);
create table crm_person (id integer primary key, name text);`;
const NAME = 'cn.platform.shop.ItemMapper';

let database: StatementDatabase;
beforeAll(() => {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec(SCHEMA);
  const columns = (table: string): string[] =>
    sqlite
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name));
  database = {
    dialect: 'sqlite',
    tables: {
      has: (table) => columns(table).length > 0,
      decimalsOf: () => new Set(),
      isTenantTable: (table) => columns(table).includes('tenant_id'),
      columnsOf: (table) => new Set(specialColumns.filter((name) => columns(table).includes(name))),
    },
    prepare: async (sql) => void sqlite.prepare(sql),
  };
});

async function check(content: string): Promise<StatementFinding[]> {
  const xml = `<mapper namespace="${NAME}">\n${content}\n</mapper>`;
  const set = readMappers(
    [{ entry: 'Item.xml', xml }],
    'cn.platform.shop.',
    'sqlite',
    () => undefined,
    (_entry, error) => {
      throw error;
    },
  );
  const findings: StatementFinding[] = [];
  for (const file of set.files.values()) {
    for (const source of file.statements) {
      const statement = compileStatement(file, source, { fragments: set.fragments, databaseId: 'sqlite' });
      findings.push(
        ...(await checkStatement(statement, { entry: 'Item.xml', xml, tablePrefix: 'shop_' }, database))
          .findings,
      );
    }
  }
  return findings;
}
const said = async (content: string): Promise<string[]> =>
  (await check(content)).map(
    ({ kind, statement, line, message }) => `${kind} ${statement}:${line} ${message}`,
  );

describe('findings: applications 12: a missing table', () => {
  it.each(['shop_new', 'SHOP_ITM'])('%s: the hint names the script and the dependency', async (table) => {
    const [finding] = await check(`<select id="a">select 1 from ${table}</select>`);
    expect(finding).toMatchObject({
      kind: 'table',
      fix: 'Check the name; a table of a new script is there when the script has run.',
    });
  });
});

describe('findings: applications 7, runtime 3, 4: a statement is prepared before it runs', () => {
  it.each([
    [
      'a column',
      '<select id="a">\nselect id,\n  titel\nfrom shop_item</select>',
      /^column a:4 .*no such column: titel/,
    ],
    [
      'a column of an alias',
      '<select id="a">select i.titel from shop_item i</select>',
      /^column a:2 .*i\.titel/,
    ],
    [
      'a column that is set',
      '<update id="a">update shop_item set titel = 1 where id = #{id}</update>',
      /^column a:2/,
    ],
    [
      'a column that is filled',
      '<insert id="a">insert into shop_item (id, titel) values (1, 2)</insert>',
      /^column a:2 .*titel/,
    ],
    ['a table of its own', '<select id="a">select 1 from shop_itm</select>', /^table a:2 .*shop_itm/],
    [
      'a function',
      '<select id="a">select date_format(title) from shop_item</select>',
      /^other a:2 .*date_format/,
    ],
    ['a word', '<select id="a">select id from shop_kind wher id = 1</select>', /^other a:2/],
    [
      'what the scanner does not follow',
      '<select id="a">select id from shop_item not indexed</select>',
      /^tenant a:2/,
    ],
    ['qualify', '<select id="a">select id from shop_item qualify 1 = 1</select>', /^(tenant|other) a:2/],
    [
      'an if',
      '<select id="a">select id from shop_item <where>\n<if test="t != null">titel = #{t}</if></where></select>',
      /^column a:3/,
    ],
    [
      'an if in an if',
      '<select id="a">select id from shop_item <where>\n<if test="t">title = #{t}\n<if test="u">and ttle = 1</if></if></where></select>',
      /^column a:4/,
    ],
    [
      'an arm',
      '<select id="a">select id from shop_item order by <choose>\n<when test="a">id</when>\n<when test="b">nme</when>\n<otherwise>title</otherwise></choose></select>',
      /^column a:4/,
    ],
    [
      'the last arm',
      '<select id="a">select id from shop_item order by <choose>\n<when test="a">id</when>\n<otherwise>nme</otherwise></choose></select>',
      /^column a:4/,
    ],
    [
      'a key that cannot be limited',
      '<insert id="a"><selectKey keyProperty="id">table shop_item</selectKey>insert into shop_item (id) values (1)</insert>',
      /^tenant a:2/,
    ],
    [
      'text in quotes',
      '<select id="a">select \' #{a} \' from shop_item</select>',
      /^tenant a:2 .*a bound value stands inside/,
    ],
    [
      'what cannot be filtered',
      '<update id="a">truncate table shop_item</update>',
      /^tenant a:2 .*it begins with truncate/,
    ],
    [
      'a selectKey',
      '<insert id="a"><selectKey keyProperty="id" order="BEFORE">select max(idd) from shop_item</selectKey>insert into shop_item (id) values (#{id})</insert>',
      /^column a:2 .*idd/,
    ],
    [
      'an if beside two that exclude one another',
      '<select id="a">select id from shop_item\n<where>\n<if test="c">pric = 1</if></where><if test="a">order by id</if><if test="!a">order by title</if></select>',
      /^column a:4/,
    ],
    [
      'a statement of all tenants',
      '<select id="a" tenant="ignore">select titel from shop_item</select>',
      /^column a:2/,
    ],
    [
      'a fragment',
      '<sql id="f">titel</sql>\n<select id="a">select <include refid="f"/> from shop_item</select>',
      /^column a:3/,
    ],
    [
      'a list',
      '<insert id="a">insert into shop_item (id, title) values <foreach collection="rows" item="r" separator=",">(#{r.id}, #{r.title}, 1)</foreach></insert>',
      /^other a:2/,
    ],
  ])('refuses a statement with %s', async (_title, content, expected) => {
    const findings = await said(content);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(expected);
  });

  it.each([
    [
      'a set of which nothing is given',
      '<update id="a">update shop_item <set><if test="t">title = #{t},</if></set> where id = #{id}</update>',
    ],
    [
      'an empty list',
      '<select id="a">select id from shop_item where id in <foreach collection="ids" item="i" open="(" close=")" separator=",">#{i}</foreach></select>',
    ],
    [
      'parts that exclude one another',
      '<select id="a">select id from shop_item <if test="asc">order by id</if><if test="!asc">order by id desc</if></select>',
    ],
    [
      'parts that need one another',
      '<select id="a">select i.id <if test="o">, o.name</if> from shop_item i <if test="o">join shop_owner o on o.id = i.owner_id</if></select>',
    ],
    [
      'exclusive parts, of which one needs another',
      '<select id="a">select i.id from shop_item i <if test="o">join shop_owner o on o.id = i.owner_id</if> <if test="o">where o.name = 1</if> <if test="asc">order by id</if><if test="!asc">order by id desc</if></select>',
    ],
    [
      'text of the caller',
      '<select id="a" unsafe="true">select id from shop_item order by ${column}</select>',
    ],
    [
      'another table by the caller',
      '<select id="a" unsafe="true">select id from ${table} where wrong = 1</select>',
    ],
    [
      'what is for another database',
      '<select id="a">select <if test="_databaseId == \'mysql\'">date_format(title)</if><if test="_databaseId != \'mysql\'">title</if> from shop_item</select>',
    ],
    [
      'a choice by database',
      '<select id="a">select <choose><when test="_databaseId == \'postgres\'">to_char(title)</when><otherwise>title</otherwise></choose> from shop_item</select>',
    ],
    [
      'a variant for another database',
      '<select id="a" databaseId="mysql">select nothing(1)</select><select id="a">select 1</select>',
    ],
    ['a table of another application', '<select id="a">select name from crm_person</select>'],
    [
      'what is bound by a name',
      '<select id="a"><bind name="p" value="\'%\' + t.x.y + \'%\'"/>select id from shop_item where title like #{p}</select>',
    ],
    [
      'a common table expression',
      '<select id="a">with x as (select id from shop_item) select x.id from x</select>',
    ],
    [
      'window functions and json',
      '<select id="a">select id, row_number() over (order by id) n, json_extract(title, \'$.a\') from shop_item</select>',
    ],
    [
      'an upsert',
      '<insert id="a">insert into shop_item (id, title) values (#{id}, #{t}) on conflict (id) do update set title = excluded.title</insert>',
    ],
    [
      'a trim',
      '<select id="a">select id from shop_item <trim prefix="where" prefixOverrides="and |or "><if test="a">and title = #{a}</if><if test="b">or status = #{b}</if></trim></select>',
    ],
  ])('accepts %s', async (_title, content) => {
    expect(await said(content)).toEqual([]);
  });

  it('warns of a table that another application may create', async () => {
    expect(
      await said('<select id="a">select 1 from leave_day d join shop_item i on i.id = d.id</select>'),
    ).toEqual(['absent a:2 Statement a (line 2) names the table leave_day, which does not exist.']);
  });
});

describe('a check of a statement', () => {
  const place = { entry: 'Item.xml', xml: '', tablePrefix: 'shop_' };

  it('is complete when the database answered every time', async () => {
    const statement = compileFirst('<select id="a">select titel from shop_item</select>');
    expect(await checkStatement(statement, place, database)).toMatchObject({
      complete: true,
      findings: [
        {
          kind: 'column',
          code: 'MAPPER_STATEMENT_INVALID',
          fix: 'Correct the statement, or write a variant with databaseId.',
        },
      ],
    });
    const lost: StatementDatabase = {
      ...database,
      prepare: async () => {
        throw Object.assign(new Error('database is locked'), { errcode: 5 });
      },
    };
    expect(await checkStatement(statement, place, lost)).toEqual({ complete: false, findings: [] });
  });

  it.each([
    ['SQL_FORBIDDEN', "select load_extension('x')"],
    ['TENANT_QUERY_REFUSED', "select 'shop_item'"],
    ['MAPPER_STATEMENT_INVALID', 'select nothing(1)'],
    ['MAPPER_TABLE_ABSENT', 'select 1 from leave_day'],
  ])('finds %s', async (code, sql) => {
    const { findings } = await checkStatement(
      compileFirst(`<select id="a">${sql}</select>`),
      place,
      database,
    );
    expect(findings.map((finding) => finding.code)).toEqual([code]);
  });

  it('looks at a selectKey behind the statement', async () => {
    const statement = compileFirst(
      '<insert id="a"><selectKey keyProperty="id">select max(idd) from shop_item</selectKey>insert into shop_item (id) values (1)</insert>',
    );
    const { findings } = await checkStatement(statement, place, database);
    expect(findings.map(({ kind }) => kind)).toEqual(['column']);
  });
});
