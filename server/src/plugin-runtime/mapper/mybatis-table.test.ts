import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openTestDatabase } from '../../data/testing/open.ts';
import { LoadRefusal } from '../contract/load-finding.ts';
import { MAPPER_NAME, mapperXml, readShopStatements } from '../testing/bind-mapper.ts';

interface DocumentedRow {
  readonly element: string;
  readonly attribute: string | undefined;
  readonly here: string;
}

/** The table of elements and attributes in the document. */
const document = readFileSync(new URL('../../../../docs/mappers.md', import.meta.url), 'utf8');
const rows = document
  .slice(document.indexOf('| Element '))
  .split('\n\n')[0]
  ?.split('\n')
  .slice(2)
  .map((line): DocumentedRow => {
    const [, element = '', attribute = '', here = ''] = line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
    return { element, attribute: attribute === '–' ? undefined : attribute, here };
  });

/** A value that each attribute may have where it is known. */
const values: Readonly<Record<string, string>> = {
  id: 'a',
  namespace: MAPPER_NAME,
  databaseId: 'sqlite',
  resultType: 'map',
  resultMap: 'base',
  extends: 'base',
  type: 'map',
  ofType: 'map',
  keyProperty: 'id',
  order: 'BEFORE',
  refid: 'fragment',
  tenant: 'ignore',
  unsafe: 'true',
  autoMapping: 'true',
  nullable: 'true',
  jdbcType: 'BIGINT',
  collection: 'ids',
  test: 'a != null',
  value: '1',
};

type Attributes = Readonly<Record<string, string>>;

const tag = (name: string, attributes: Attributes, content = ''): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${value}"`)
    .join('')}>${content}</${name}>`;
const insert = 'insert into shop_item (id) values (1)';
const select = (content: string): string => tag('select', { id: 'a' }, `select id from shop_item ${content}`);
const map = (content: string): string => tag('resultMap', { id: 'main', type: 'map' }, content);
const field = '<id column="id" property="id"/>';

/** The smallest mapper with an element that has some attributes. */
const around: Readonly<Record<string, (attributes: Attributes) => string>> = {
  select: (given) => tag('select', { id: 'a', ...given }, 'select id from shop_item'),
  insert: (given) => tag('insert', { id: 'a', ...given }, insert),
  update: (given) => tag('update', { id: 'a', ...given }, 'update shop_item set id = 1'),
  delete: (given) => tag('delete', { id: 'a', ...given }, 'delete from shop_item'),
  selectKey: (given) =>
    tag('insert', { id: 'a' }, tag('selectKey', { keyProperty: 'id', ...given }, 'select 1 as id') + insert),
  sql: (given) => tag('sql', { id: 'a', ...given }, 'id'),
  include: (given) => select(tag('include', { refid: 'fragment', ...given })),
  property: (given) =>
    select(tag('include', { refid: 'fragment' }, tag('property', { name: 'x', value: 'y', ...given }))),
  resultMap: (given) => tag('resultMap', { id: 'a', type: 'map', ...given }, field),
  constructor: (given: Attributes) => map(tag('constructor', given)),
  id: (given) => map(tag('id', { column: 'id', property: 'id', ...given })),
  result: (given) => map(tag('result', { column: 'id', property: 'id', ...given })),
  association: (given) => map(tag('association', { property: 'x', ...given })),
  collection: (given) => map(tag('collection', { property: 'x', ...given })),
  discriminator: (given) => map(tag('discriminator', { column: 'kind', ...given })),
  case: (given) => map(tag('discriminator', { column: 'kind' }, tag('case', { value: '1', ...given }))),
  if: (given) => select(tag('if', { test: 'true', ...given }, 'limit 1')),
  choose: (given) => select(tag('choose', given, tag('when', { test: 'true' }, 'limit 1'))),
  when: (given) => select(tag('choose', {}, tag('when', { test: 'true', ...given }, 'limit 1'))),
  otherwise: (given) => select(tag('choose', {}, tag('otherwise', given, 'limit 1'))),
  where: (given) => select(tag('where', given, 'id = 1')),
  set: (given) => tag('update', { id: 'a' }, `update shop_item ${tag('set', given, 'id = 1,')}`),
  trim: (given) => select(tag('trim', given, 'limit 1')),
  foreach: (given) => select(`where id in (${tag('foreach', { collection: 'ids', ...given }, '#{item}')})`),
  bind: (given) => select(tag('bind', { name: 'x', value: '1', ...given })),
  script: (given) => tag('script', given),
  cache: (given) => tag('cache', given),
  'cache-ref': (given) => tag('cache-ref', given),
  parameterMap: (given) => tag('parameterMap', given),
};
const shared = `<sql id="fragment">where id = 1</sql>${tag('resultMap', { id: 'base', type: 'map' }, field)}`;

function xmlFor({ element, attribute }: DocumentedRow): string {
  const attributes: Attributes = attribute === undefined ? {} : { [attribute]: valueOf(element, attribute) };
  if (element === 'mapper') return tag('mapper', attributes, shared);
  return mapperXml(shared + (around[element]?.(attributes) ?? tag(element, attributes)));
}

function valueOf(element: string, attribute: string): string {
  if (attribute === 'javaType' && (element === 'id' || element === 'result')) return 'number';
  if (attribute === 'javaType') return 'map';
  if (attribute === 'collection' || attribute !== 'resultType') return values[attribute] ?? 'x';
  return element === 'selectKey' ? 'number' : 'map';
}

describe('the comparison with MyBatis', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
    await database.executeScript('create table shop_item (id integer, tenant_id varchar(20))');
  });
  afterAll(() => database.close());

  it('covers every element and attribute', () => {
    expect(rows?.length).toBeGreaterThan(100);
    expect(new Set(rows?.map(({ element }) => element))).toEqual(new Set(['mapper', ...Object.keys(around)]));
    expect(new Set(rows?.map(({ here }) => here))).toEqual(new Set(['yes', 'accepted', 'refused']));
  });

  it.each(rows ?? [])('<$element $attribute>: $here', async (row) => {
    const outcome = await readShopStatements(database, [xmlFor(row)]).then(
      () => 'loaded',
      (error: unknown) =>
        error instanceof LoadRefusal ? error.findings.map(({ code }) => code).join() : String(error),
    );
    expect(outcome).toBe(row.here === 'refused' ? 'MAPPER_XML_INVALID' : 'loaded');
  });
});
