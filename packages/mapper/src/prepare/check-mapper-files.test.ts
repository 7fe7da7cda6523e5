import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { mapperXml } from '../testing/compiled.ts';
import { Catalog } from '../tenant/catalog.ts';
import { checkMapperFiles, settleFindings } from './check-mapper-files.ts';
import type { StatementDatabase, StatementFinding } from './check-statement.ts';

function shopDatabase(): StatementDatabase {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('create table my_shop_item (id integer, title text)');
  return {
    dialect: 'sqlite',
    tables: new Catalog([{ table_name: 'my_shop_item', column_name: null }]),
    prepare: async (sql) => void sqlite.prepare(sql),
  };
}
const file = (entry: string, content: string) => ({
  entry,
  xml: mapperXml(content).replace('cn.platform.shop.ItemMapper', `cn.platform.my_shop.${entry}`),
});
const seen = (findings: readonly StatementFinding[]): string[] =>
  findings.map(({ kind, entry, statement, line }) => `${kind} ${entry} ${statement}:${line}`);

describe('statements of an application', () => {
  it('are prepared, with the fragments of its other files', async () => {
    const findings = await checkMapperFiles(
      [
        file('a', '<sql id="f">titel</sql><select id="ok">select id from my_shop_item</select>'),
        file(
          'b',
          '\n<select id="bad">select <include refid="cn.platform.my_shop.a.f"/> from my_shop_item</select>\n<select id="gone">select 1 from my_shop_gone</select>',
        ),
      ],
      'my-shop',
      shopDatabase(),
    );
    expect(seen(findings)).toEqual(['column b bad:2', 'table b gone:3']);
  });

  it('are left out where they are invalid as such, which the inspector reports', async () => {
    const findings = await checkMapperFiles(
      [
        { entry: 'c', xml: '<mapper' },
        file(
          'a',
          '<select id="x">select ${y}</select><select id="bad">select titel from my_shop_item</select>',
        ),
      ],
      'my-shop',
      shopDatabase(),
    );
    expect(seen(findings)).toEqual(['column a bad:1']);
  });

  it('are refused with the contents of their result maps, also of those that no statement uses', async () => {
    const findings = await checkMapperFiles(
      [
        file(
          'a',
          '<resultMap id="m" type="map">\n<id column="id" property="id" javaType="long"/></resultMap>',
        ),
        file(
          'b',
          '<resultMap id="m" type="cn.platform.my_shop.Gone"/>\n<resultMap id="n" type="map" extends="x"/>',
        ),
        file(
          'c',
          '<resultMap id="m" type="map"><collection property="lines" select="n"/></resultMap>\n' +
            '<select id="s" resultMap="m">select id from my_shop_item</select>',
        ),
      ],
      'my-shop',
      shopDatabase(),
      new Set(['a', 'b', 'c'].map((name) => `cn.platform.my_shop.${name}`)),
    );
    expect(findings.map(({ entry, line, message }) => `${entry}:${line} ${message}`)).toEqual([
      'a:2 Result map cn.platform.my_shop.a.m: javaType long in line 2 is unknown.',
      'b:1 Result map cn.platform.my_shop.b.m: Type cn.platform.my_shop.Gone is unknown.',
      'b:2 Result map cn.platform.my_shop.b.n: Result map cn.platform.my_shop.b.x does not exist.',
      expect.stringMatching(/^c:1 Result map .*c\.m: <collection property="lines"> in line 1 runs a select/),
    ]);
  });

  it('findings: are refused where the load would refuse their XML, with the line', async () => {
    const findings = await checkMapperFiles(
      [
        file('a', '<insert id="x" useGeneratedKeys="true">insert into my_shop_item (id) values (1)</insert>'),
        file(
          'b',
          '<select id="y">\n<if test="a ===">and 1 = 1</if></select><select id="z">select 1</select>',
        ),
        file('c', '<select id="w">select 1 <include refid="gone"/></select>'),
        file('d', '<select id="v" resultType="long">select count(*) from my_shop_item</select>'),
      ],
      'my-shop',
      shopDatabase(),
    );
    expect(findings.map(({ kind, code, entry }) => `${kind} ${code} ${entry}`)).toEqual([
      'invalid MAPPER_XML_INVALID a',
      'invalid MAPPER_XML_INVALID b',
      'invalid MAPPER_XML_INVALID c',
      'invalid MAPPER_XML_INVALID d',
    ]);
    const found = (['sqlite', 'mysql'] as const).map((dialect) => ({ dialect, findings }));
    expect(settleFindings(found).map(({ severity, entry }) => `${severity} ${entry}`)).toEqual([
      'error a',
      'error b',
      'error c',
      'error d',
    ]);
  });

  it('findings: are refused where they name a class or result map that does not exist', async () => {
    const select = (id: string, attributes: string): string =>
      `<select id="${id}" ${attributes}>select id from my_shop_item</select>`;
    const sources = [
      file(
        'a',
        `<resultMap id="good" type="cn.platform.my_shop.a"/><resultMap id="wrong" type="cn.platform.my_shop.Gone"/>
        ${select('w', 'resultMap="good"')} ${select('x', 'resultMap="gone"')} ${select('y', 'resultMap="wrong"')}
        ${select('z', 'resultType="cn.platform.my_shop.Gone"')}`,
      ),
      file('b', select('x', '')),
    ];
    const found = async (classes?: ReadonlySet<string>) =>
      (await checkMapperFiles(sources, 'my-shop', shopDatabase(), classes)).map(
        ({ code, entry, statement }) => `${code} ${entry} ${statement}`,
      );
    expect(await found(new Set(['cn.platform.my_shop.a']))).toEqual([
      'MAPPER_XML_INVALID a ',
      'MAPPER_XML_INVALID a x',
      'MAPPER_XML_INVALID a z',
      'MAPPER_NAMESPACE b ',
    ]);
    expect(await found()).toEqual(['MAPPER_XML_INVALID a x']);
  });

  it('are no longer prepared when the database is over', async () => {
    let left = 1;
    const findings = await checkMapperFiles(
      [file('a', '<select id="x">select a</select><select id="y">select b</select>')],
      'my-shop',
      { ...shopDatabase(), isOver: () => left-- <= 0 },
    );
    expect(seen(findings)).toEqual(['column a x:1']);
  });

  it('let other failures of the database pass', async () => {
    const broken = new TypeError('bug');
    const database = shopDatabase();
    const tables = {
      ...database.tables,
      has: () => {
        throw broken;
      },
      isTenantTable: () => false,
    };
    await expect(
      checkMapperFiles([file('a', '<select id="x">select 1 from y</select>')], 'my-shop', {
        ...database,
        tables,
      }),
    ).rejects.toBe(broken);
  });
});

describe('findings on several databases', () => {
  const finding = (
    kind: StatementFinding['kind'],
    { statement = 'a', entry = 'A.xml' } = {},
  ): StatementFinding => ({
    kind,
    code: 'C',
    entry,
    statement,
    line: 3,
    message: 'Wrong.',
    fix: 'Fix.',
  });
  const severities = (sqlite: StatementFinding[], mysql: StatementFinding[]): string[] =>
    settleFindings([
      { dialect: 'sqlite', findings: sqlite },
      { dialect: 'mysql', findings: mysql },
    ]).map(({ severity, message }) => `${severity} ${message}`);

  it('name the database', () => {
    expect(
      settleFindings([
        { dialect: 'sqlite', findings: [finding('column')] },
        { dialect: 'mysql', findings: [finding('table')] },
        { dialect: 'postgres', findings: [finding('tenant')] },
      ]),
    ).toEqual(
      ['SQLite', 'MySQL', 'PostgreSQL'].map((name) => ({
        code: 'C',
        severity: 'error',
        entry: 'A.xml',
        line: 3,
        message: `Wrong. (${name})`,
        fix: 'Fix.',
      })),
    );
  });

  it.each<StatementFinding['kind']>(['column', 'table', 'tenant', 'forbidden'])(
    'are errors for %s on any of them',
    (kind) => {
      expect(severities([], [finding(kind)])).toEqual(['error Wrong. (MySQL)']);
    },
  );

  it('are errors for syntax only where it is wrong on each', () => {
    const other = finding('other');
    expect(severities([other], [other])).toEqual(['error Wrong. (SQLite)', 'error Wrong. (MySQL)']);
    expect(severities([other], [finding('tenant')])).toEqual([
      'error Wrong. (SQLite)',
      'error Wrong. (MySQL)',
    ]);
    for (const elsewhere of [
      [],
      [finding('absent')],
      [finding('other', { statement: 'b' })],
      [finding('other', { entry: 'B.xml' })],
    ]) {
      expect(severities([other], elsewhere)[0]).toBe('warning Wrong. (SQLite)');
    }
  });

  it('are warnings for tables of other applications', () => {
    const absent = finding('absent');
    expect(severities([absent], [absent])).toEqual(['warning Wrong. (SQLite)', 'warning Wrong. (MySQL)']);
    expect(severities([absent], [finding('column')])[0]).toBe('warning Wrong. (SQLite)');
  });
});
