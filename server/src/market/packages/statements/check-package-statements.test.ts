import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '@platform/mapper';
import { writeZip, type AppManifest } from '@platform/package-format';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { checkPackageStatements } from './check-package-statements.ts';
import { SqliteThread } from './sqlite-thread.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-upload-statements-'));
  await mkdir(join(folder, 'leave'));
  await writeFile(join(folder, 'leave/01-a.sql'), 'create table leave_day (id bigint, day_count bigint);');
});
afterAll(() => rm(folder, { recursive: true }));

const TABLE = `
create table if not exists shop_item (id bigint, tenant_id varchar(20), title varchar(20));
insert into shop_item (id) select 1 where not exists (select 1 from shop_item);
alter table shop_item add column if not exists note varchar(20);`;

async function check(statements: string, scripts: readonly string[] = [TABLE], dialect: Dialect = 'sqlite') {
  const [jar, file] = [join(folder, 'a.jar'), join(folder, 'a.zip')];
  const xml = `<mapper namespace="cn.platform.shop.ItemMapper">\n${statements}\n</mapper>`;
  await writeZip(jar, [{ name: 'mapper/shop/Item.xml', content: Buffer.from(xml) }]);
  await writeZip(file, [
    { name: 'backend/shop.jar', content: { file: jar } },
    ...scripts.map((text, index) => ({ name: `migrations/0${index}-a.sql`, content: Buffer.from(text) })),
  ]);
  const manifest = { code: 'shop', assets: { backend: 'backend/shop.jar' }, dependencies: { leave: '^1' } };
  const found = await checkPackageStatements(file, manifest as unknown as AppManifest, {
    dialect,
    scriptsOf: (code) => join(folder, code),
  });
  return found.map(({ severity, code, entry, pointer, message }) =>
    [severity, code, entry, pointer, message].join(' | '),
  );
}

it('design 16-2: refuses an upload with one wrong column, with file and line', async () => {
  expect(await check('<select id="all">\nselect id, titel\nfrom shop_item</select>')).toEqual([
    'error | MAPPER_STATEMENT_INVALID | backend/shop.jar!mapper/shop/Item.xml | line 3 | ' +
      'mapper/shop/Item.xml: Statement all (line 3): no such column: titel',
  ]);
  expect(await check('<select id="all">select id, note from shop_item where title = #{t}</select>')).toEqual(
    [],
  );
});

it('knows the tables of its dependencies and the readable tables of the host', async () => {
  expect(
    await check(`
      <select id="a">select i.id, d.day_count, u.nick_name from shop_item i join leave_day d on d.id = i.id
        join sys_user u on u.user_id = i.id</select>`),
  ).toEqual([]);
  expect(await check('<select id="a">select u.password_hash from sys_user u</select>')).toEqual([
    expect.stringMatching(/^error .*password_hash/),
  ]);
  expect(await check('<select id="a">select token_hash from sys_session</select>')).toEqual([
    expect.stringMatching(/^error \| SQL_FORBIDDEN .*sys_session/),
  ]);
  expect(await check('<select id="a">select 1 from other_thing</select>')).toEqual([
    expect.stringMatching(/^warning \| MAPPER_TABLE_ABSENT .*other_thing/),
  ]);
});

it('warns of XML that the load will refuse', async () => {
  const insert = '<insert id="a" useGeneratedKeys="true">insert into shop_item (id) values (1)</insert>';
  expect(await check(insert)).toEqual([
    expect.stringMatching(/^warning \| MAPPER_XML_INVALID \|.*\| line 2 \|.*useGeneratedKeys/),
  ]);
});

it('leaves variants for other databases to the load', async () => {
  const own = `<select id="a">select date_format(title, '%Y') from shop_item</select>`;
  expect(await check(own, [TABLE], 'mysql')).toEqual([expect.stringMatching(/^warning .*date_format/)]);
  expect(await check(own)).toEqual([expect.stringMatching(/^error .*date_format/)]);
  expect(
    await check('<select id="a">select titel from shop_item</select>', [
      'create table x (id serial) engine = InnoDB',
    ]),
  ).toEqual([]);
});

it('runs the scripts for SQLite in the order of their names, and no others', async () => {
  const [jar, file] = [join(folder, 'b.jar'), join(folder, 'b.zip')];
  const columns = ['base', 'first', 'lite', 'second'];
  const xml = `<mapper namespace="cn.platform.shop.ItemMapper">
    ${columns.map((column) => `<select id="${column}">select ${column} from shop_item</select>`).join('')}
    ${['plain', 'mysql', 'deep', 'text'].map((column) => `<select id="${column}">select x_${column} from shop_item</select>`).join('')}
  </mapper>`;
  const add = (column: string): string => `alter table shop_item add column ${column} int;`;
  await writeZip(jar, [
    { name: 'mapper/shop/Item.xml', content: Buffer.from(xml) },
    { name: 'mapper/shop/readme.txt', content: Buffer.from('no mapper') },
    { name: 'other/Item.xml', content: Buffer.from('no mapper') },
  ]);
  const scripts = {
    '10-b.sql': add('second'),
    '02-a.mysql.sql': add('x_mysql'),
    '02-a.sqlite.sql': add('first'),
    '02-a.sql': add('x_plain'),
    '01-a.sql': 'create table shop_item (base int);',
    '03-a.sqlite.sql': `${add('lite')} drop table if exists gone;`,
    '04-a.postgres.sql': 'not valid on sqlite',
    'old/05-a.sql': add('x_deep'),
    '06-a.txt': add('x_text'),
  };
  await writeZip(file, [
    { name: 'backend/shop.jar', content: { file: jar } },
    ...Object.entries(scripts).map(([name, text]) => ({
      name: `migrations/${name}`,
      content: Buffer.from(text),
    })),
  ]);
  const manifest = { code: 'shop', assets: { backend: 'backend/shop.jar' }, dependencies: { gone: '^1' } };
  const found = await checkPackageStatements(file, manifest as unknown as AppManifest, {
    dialect: 'sqlite',
    scriptsOf: (code) => join(folder, code),
  });
  expect(found.map(({ message }) => /no such column: (\w+)/.exec(message)?.[1])).toEqual([
    'x_plain',
    'x_mysql',
    'x_deep',
    'x_text',
  ]);
});

it.each([
  ['names no backend', {}],
  ['lacks the backend that it names', { backend: 'backend/gone.jar' }],
])('finds nothing in a package that %s', async (_what, assets) => {
  const file = join(folder, 'c.zip');
  await writeZip(file, [{ name: 'migrations/01-a.sql', content: Buffer.from('no sql') }]);
  const manifest = { code: 'shop', assets } as unknown as AppManifest;
  expect(
    await checkPackageStatements(file, manifest, { dialect: 'sqlite', scriptsOf: () => folder }),
  ).toEqual([]);
});

it('ends endless scripts and statements', async () => {
  const endless = 'with recursive c(x) as (select 1 union all select x + 1 from c) select x from c';
  const started = performance.now();
  expect(
    await check(`<select id="a">${endless} where x in (select id from shop_item)</select>`, [
      TABLE,
      `insert into shop_item (id) ${endless}; create table shop_all as ${endless}; select * from (${endless});`,
    ]),
  ).toEqual([]);
  const many = Array.from({ length: 400 }, (_, at) => `<if test="p${at}">order by id</if>`).join('');
  await check(
    Array.from(
      { length: 40 },
      (_, at) => `<select id="s${at}">select id from shop_item ${many}</select>`,
    ).join(''),
  );
  expect(performance.now() - started).toBeLessThan(20_000);
});

it('reports nothing where its time is over, and whatever else fails', async () => {
  const asked = vi.spyOn(SqliteThread.prototype, 'ask');
  const ended = vi.spyOn(SqliteThread.prototype, 'hasEnded', 'get');
  onTestFinished(() => {
    asked.mockRestore();
    ended.mockRestore();
  });
  asked.mockImplementation(async (kind) => {
    if (kind === 'query') throw new Error('the time limit was exceeded');
    return undefined;
  });
  const select = '<select id="all">select id from shop_item</select>';
  ended.mockReturnValue(true);
  expect(await check(select)).toEqual([]);
  ended.mockReturnValue(false);
  await expect(check(select)).rejects.toThrow('the time limit was exceeded');
});
