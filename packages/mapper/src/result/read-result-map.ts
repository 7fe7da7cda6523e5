import type { FieldType } from '@platform/plugin-sdk/orm';
import { invalidXml, MapperError } from '../xml/mapper-error.ts';
import { checkAttributes, elementsOf, type XmlElement } from '../xml/xml-element.ts';
import type { Discriminator, NestedResult, ResultField, ResultMap } from './result-map.ts';

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

/** The classes of an application by full name. */
export interface ResultClasses<Type> {
  get(name: string): Type | undefined;
}

export const unknownType = (name: string, others = 'map'): MapperError =>
  invalidXml(`Type ${name} is unknown.`, `Use the full name of a class of the application, or ${others}.`);

/** Reads the result maps of an application lazily, by full name. (design 3.6, 9.1-6) */
export class ResultMapReader<Type> {
  readonly #elements: ReadonlyMap<string, XmlElement>;
  readonly #classes: ResultClasses<Type>;
  readonly #read = new Map<string, ResultMap<Type>>();

  constructor(elements: ReadonlyMap<string, XmlElement>, classes: ResultClasses<Type>) {
    this.#elements = elements;
    this.#classes = classes;
  }

  has(reference: string, namespace: string): boolean {
    return this.#elements.has(fullName(reference, namespace));
  }

  /**
   * @param reference full name, or an id within `namespace`
   * @param open result maps that are being read, to detect cycles
   * @throws MAPPER_XML_INVALID if it is missing, recursive or not a result map
   */
  read(reference: string, namespace: string, open: readonly string[] = []): ResultMap<Type> {
    const name = fullName(reference, namespace);
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
  content(
    element: XmlElement,
    type: string | undefined,
    scope: Scope<Type>,
    base?: ResultMap<Type>,
  ): ResultMap<Type> {
    const fields: ResultField[] = [];
    const nested: Array<NestedResult<Type>> = [];
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
      type: this.#classFor(type),
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

  #classFor(name = 'map'): Type | undefined {
    if (name === 'map') return undefined;
    const type = this.#classes.get(name);
    if (type === undefined) throw unknownType(name);
    return type;
  }

  #nested(element: XmlElement, scope: Scope<Type>): NestedResult<Type> {
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
    enclosing: ResultMap<Type>,
    enclosingType: string | undefined,
    scope: Scope<Type>,
  ): Discriminator<Type> {
    checkAttributes(element, { required: ['column'], optional: ['javaType', 'jdbcType'] });
    const cases = new Map<string, ResultMap<Type>>();
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

/**
 * Reads a result map that no statement may use; the load checks those, too.
 *
 * @throws MAPPER_XML_INVALID that names it
 */
export function readResultMap(reader: ResultMapReader<unknown>, name: string, namespace: string): void {
  try {
    reader.read(name, namespace);
  } catch (error) {
    if (!(error instanceof MapperError)) throw error;
    throw new MapperError(error.code, `Result map ${name}: ${error.message}`, error.fix);
  }
}

const fullName = (reference: string, namespace: string): string =>
  reference.includes('.') ? reference : `${namespace}.${reference}`;

/** Resolves references of a result map. */
class Scope<Type> {
  readonly #reader: ResultMapReader<Type>;
  readonly #namespace: string;
  readonly #open: readonly string[];

  constructor(reader: ResultMapReader<Type>, namespace: string, open: readonly string[]) {
    this.#reader = reader;
    this.#namespace = namespace;
    this.#open = open;
  }

  map(reference: string): ResultMap<Type> {
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
