import { checkAttributes, elementsOf, parseXml, type XmlElement } from '../xml/xml-element.ts';
import { invalidXml, MapperError } from '../xml/mapper-error.ts';

const verbs = ['select', 'insert', 'update', 'delete'] as const;
export type Verb = (typeof verbs)[number];
const resultMapAttributes = { required: ['id', 'type'], optional: ['extends', 'autoMapping'] };

/** A file of mapper XML, read but not compiled. */
export interface MapperFile {
  readonly namespace: string;
  /** By `<namespace>.<id>`. */
  readonly fragments: ReadonlyMap<string, XmlElement>;
  /** By `<namespace>.<id>`. */
  readonly resultMaps: ReadonlyMap<string, XmlElement>;
  readonly statements: ReadonlyArray<{
    readonly id: string;
    readonly verb: Verb;
    readonly element: XmlElement;
  }>;
}

/**
 * Reads a file for one database and skips elements of others. (spec: L7)
 *
 * @param prefix package of the application, with its final dot
 * @throws MAPPER_XML_INVALID, MAPPER_NAMESPACE
 */
export function readMapperFile(xml: string, prefix: string, databaseId: string): MapperFile {
  const root = parseXml(xml);
  if (root.name !== 'mapper')
    throw invalidXml(`The root element is <${root.name}>.`, 'Begin with <mapper namespace="…">.');
  checkAttributes(root, { optional: ['namespace'] });
  const { namespace } = root.attributes;
  if (!namespace?.startsWith(prefix)) {
    throw new MapperError(
      'MAPPER_NAMESPACE',
      `Its namespace ${namespace === undefined ? 'is missing' : `"${namespace}" is not the application's`}.`,
      `Name the mapper's class: ${prefix}…`,
    );
  }
  const fragments = new Map<string, XmlElement>();
  const resultMaps = new Map<string, XmlElement>();
  const statements: Array<MapperFile['statements'][number]> = [];
  for (const element of forDatabase(elementsOf(root), databaseId)) {
    const { id = '' } = element.attributes;
    const verb = verbs.find((name) => name === element.name);
    if (verb) statements.push({ id, verb, element });
    else (element.name === 'sql' ? fragments : resultMaps).set(`${namespace}.${id}`, element);
  }
  return { namespace, fragments, resultMaps, statements };
}

/** Chooses among elements of one id: that of the database, or the one for all databases. */
function forDatabase(elements: readonly XmlElement[], databaseId: string): XmlElement[] {
  const byId = new Map<string, XmlElement>();
  for (const element of elements) {
    checkElement(element);
    const { id = '', databaseId: wanted } = element.attributes;
    if (wanted !== undefined && wanted !== databaseId) continue;
    const kind = element.name === 'sql' || element.name === 'resultMap' ? element.name : 'statement';
    const key = `${kind} ${id}`;
    const known = byId.get(key);
    if (known && known.attributes.databaseId === wanted) {
      throw invalidXml(
        `Two elements have the id ${id} (lines ${known.line} and ${element.line}).`,
        'Rename one.',
      );
    }
    if (!known || wanted !== undefined) byId.set(key, element);
  }
  return [...byId.values()];
}

function checkElement(element: XmlElement): void {
  if (element.name === 'sql') return checkAttributes(element, { required: ['id'], optional: ['databaseId'] });
  if (element.name === 'resultMap') return checkAttributes(element, resultMapAttributes);
  const change = ['parameterType', 'databaseId', 'unsafe', 'tenant'];
  if (element.name === 'select') {
    checkAttributes(element, { required: ['id'], optional: [...change, 'resultType', 'resultMap'] });
  } else if (verbs.some((verb) => verb === element.name)) {
    checkAttributes(element, { required: ['id'], optional: change });
  } else {
    throw invalidXml(
      `<${element.name}> in line ${element.line} is not an element of a mapper.`,
      'Mappers take select, insert, update, delete, sql and resultMap.',
    );
  }
}
