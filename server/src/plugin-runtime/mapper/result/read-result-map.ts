import { checkAttributes, elementsOf, invalidXml, type XmlElement } from '@platform/mapper';
import type { FieldType } from '@platform/plugin-sdk/orm';
import type { Discriminator, NestedResult, ResultField, ResultMap } from './result-map.ts';
import type { ResultTypes } from './result-types.ts';

const types: readonly FieldType[] = ['boolean', 'number', 'string', 'decimal', 'date', 'json'];
/** MyBatis type names that are more specific than the database type. */
const jdbcTypes: ReadonlyMap<string, FieldType | undefined> = new Map<string, FieldType | undefined>([
  ...['BOOLEAN', 'BIT'].map((name) => [name, 'boolean'] as const),
  ...['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'REAL', 'DOUBLE'].map(
    (name) => [name, 'number'] as const,
  ),
  ...['DECIMAL', 'NUMERIC'].map((name) => [name, 'decimal'] as const),
  ...['CHAR', 'VARCHAR', 'LONGVARCHAR', 'NVARCHAR', 'CLOB', 'DATE', 'TIME', 'TIMESTAMP'].map(
    (name) => [name, undefined] as const,
  ),
]);

/** Reads the result maps of an application lazily, by full name. (design 3.6, 9.1-6) */
export class ResultMapReader {
  readonly #elements: ReadonlyMap<string, XmlElement>;
  readonly #types: ResultTypes;
  readonly #read = new Map<string, ResultMap>();

  constructor(elements: ReadonlyMap<string, XmlElement>, types: ResultTypes) {
    this.#elements = elements;
    this.#types = types;
  }

  /**
   * @param reference full name, or an id within `namespace`
   * @param open result maps that are being read, to detect cycles
   * @throws MAPPER_XML_INVALID if it is missing, recursive or not a result map
   */
  read(reference: string, namespace: string, open: readonly string[] = []): ResultMap {
    const name = reference.includes('.') ? reference : `${namespace}.${reference}`;
    const known = this.#read.get(name);
    if (known) return known;
    const element = this.#elements.get(name);
    if (!element) throw invalidXml(`Result map ${name} does not exist.`, 'Correct the reference.');
    if (open.includes(name)) throw invalidXml(`Result map ${name} contains itself.`, 'Remove the reference.');
    const scope = new Scope(this, name.slice(0, name.lastIndexOf('.')), [...open, name]);
    const { extends: base } = element.attributes;
    const map = this.content(
      element,
      element.attributes.type,
      scope,
      base === undefined ? undefined : scope.map(base),
    );
    this.#read.set(name, map);
    return map;
  }

  /** Elements of a result map, an association, a collection or a case. */
  content(element: XmlElement, type: string | undefined, scope: Scope, base?: ResultMap): ResultMap {
    const fields: ResultField[] = [];
    const nested: NestedResult[] = [];
    let discriminated: XmlElement | undefined;
    for (const child of elementsOf(element)) {
      if (child.name === 'id' || child.name === 'result') fields.push(field(child));
      else if (child.name === 'association' || child.name === 'collection')
        nested.push(this.#nested(child, scope));
      else if (child.name === 'discriminator' && !discriminated) discriminated = child;
      else throw misplaced(child);
    }
    const own = new Set([...fields, ...nested].map(({ property }) => property));
    const map = {
      type: this.#types.classFor(type),
      fields: [...fields, ...(base?.fields ?? []).filter(({ property }) => !own.has(property))],
      nested: [...nested, ...(base?.nested ?? []).filter(({ property }) => !own.has(property))],
      autoMapping: booleanOf(element, 'autoMapping') ?? base?.autoMapping,
    };
    return {
      ...map,
      discriminator:
        discriminated &&
        this.#discriminator(discriminated, { ...map, discriminator: undefined }, type, scope),
    };
  }

  #nested(element: XmlElement, scope: Scope): NestedResult {
    const many = element.name === 'collection';
    const {
      property = '',
      columnPrefix = '',
      notNullColumn = '',
      resultMap,
      ...attributes
    } = element.attributes;
    if (
      ['select', 'column', 'fetchType', 'foreignColumn', 'resultSet'].some(
        (name) => attributes[name] !== undefined,
      )
    ) {
      throw invalidXml(
        `<${element.name} property="${property}"> in line ${element.line} runs a select of its own for each row.`,
        'Join the table in the statement and map its columns here.',
      );
    }
    checkAttributes(element, {
      required: ['property'],
      optional: [
        'resultMap',
        'columnPrefix',
        'notNullColumn',
        'autoMapping',
        'javaType',
        ...(many ? ['ofType'] : []),
      ],
    });
    const type = many ? attributes['ofType'] : attributes['javaType'];
    if (resultMap !== undefined && elementsOf(element).length > 0) {
      throw invalidXml(
        `<${element.name} property="${property}"> in line ${element.line} has both a resultMap and content.`,
        'Keep only one of them.',
      );
    }
    return {
      property,
      many,
      columnPrefix,
      notNullColumns: notNullColumn
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      map: resultMap === undefined ? this.content(element, type, scope) : scope.map(resultMap),
    };
  }

  #discriminator(
    element: XmlElement,
    enclosing: ResultMap,
    enclosingType: string | undefined,
    scope: Scope,
  ): Discriminator {
    checkAttributes(element, { required: ['column'], optional: ['javaType', 'jdbcType'] });
    const cases = new Map<string, ResultMap>();
    for (const child of elementsOf(element)) {
      if (child.name !== 'case') throw misplaced(child);
      checkAttributes(child, { required: ['value'], optional: ['resultMap', 'resultType'] });
      const { value = '', resultMap, resultType = enclosingType } = child.attributes;
      if (cases.has(value))
        throw invalidXml(`The case ${value} appears twice (line ${child.line}).`, 'Keep only one of them.');
      cases.set(
        value,
        resultMap === undefined ? this.content(child, resultType, scope, enclosing) : scope.map(resultMap),
      );
    }
    return { column: element.attributes.column ?? '', cases };
  }
}

/** Resolves references of a result map. */
class Scope {
  readonly #reader: ResultMapReader;
  readonly #namespace: string;
  readonly #open: readonly string[];

  constructor(reader: ResultMapReader, namespace: string, open: readonly string[]) {
    this.#reader = reader;
    this.#namespace = namespace;
    this.#open = open;
  }

  map(reference: string): ResultMap {
    return this.#reader.read(reference, this.#namespace, this.#open);
  }
}

function field(element: XmlElement): ResultField {
  if (element.attributes.typeHandler !== undefined) {
    throw invalidXml(
      `<${element.name}> in line ${element.line} has a typeHandler, which is not supported.`,
      `Declare the type of the value: javaType="${types.join('|')}".`,
    );
  }
  checkAttributes(element, { required: ['column', 'property'], optional: ['javaType', 'jdbcType'] });
  elementsOf(element).forEach((child) => {
    throw misplaced(child);
  });
  const { column = '', property = '', javaType, jdbcType } = element.attributes;
  const type = types.find((known) => known === javaType);
  if (javaType !== undefined && !type) {
    throw invalidXml(
      `javaType ${javaType} in line ${element.line} is unknown.`,
      `Use one of ${types.join(', ')}.`,
    );
  }
  if (jdbcType !== undefined && !jdbcTypes.has(jdbcType)) {
    throw invalidXml(
      `jdbcType ${jdbcType} in line ${element.line} is unknown.`,
      `Use one of ${[...jdbcTypes.keys()].join(', ')}.`,
    );
  }
  return { column, property, type: type ?? jdbcTypes.get(jdbcType ?? ''), isId: element.name === 'id' };
}

function booleanOf(element: XmlElement, name: string): boolean | undefined {
  const value = element.attributes[name];
  if (value === undefined || value === 'true' || value === 'false')
    return value === undefined ? undefined : value === 'true';
  throw invalidXml(`${name} in line ${element.line} is ${value}.`, 'Use true or false.');
}

const misplaced = ({ name, line }: XmlElement): Error =>
  invalidXml(
    `<${name}> in line ${line} is not allowed in a result map.`,
    name === 'constructor'
      ? 'Constructors are not supported: use <id> and <result>.'
      : 'Result maps may contain id, result, association, collection, and one discriminator with its cases.',
  );
