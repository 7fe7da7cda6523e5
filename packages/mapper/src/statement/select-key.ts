import type { CompiledSql } from './compiled-sql.ts';
import type { Verb } from './mapper-file.ts';
import { invalidXml } from './mapper-error.ts';
import { checkAttributes, type XmlElement } from './xml-element.ts';

/** A select that runs beside an insert or update, and puts what it finds into the parameters. */
export interface SelectKey extends CompiledSql {
  /** Paths in the parameters; the columns go to them in this order. */
  readonly properties: readonly string[];
  /** What its row becomes, as in `resultType`. */
  readonly resultType: string | undefined;
}

export interface SelectKeys {
  readonly before: SelectKey | undefined;
  readonly after: SelectKey | undefined;
}

/**
 * Takes the `selectKey`s out of a statement; of several for one moment, that of the database counts. (design 3.6)
 *
 * @throws MAPPER_XML_INVALID
 */
export function compileSelectKeys(
  statement: XmlElement,
  verb: Verb,
  databaseId: string,
  compile: (element: XmlElement) => CompiledSql,
): { readonly keys: SelectKeys; readonly rest: XmlElement } {
  const elements = statement.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === 'selectKey',
  );
  const byOrder = new Map<string, XmlElement>();
  for (const element of elements) {
    const { order = 'AFTER', databaseId: wanted } = checked(element, verb).attributes;
    if (wanted !== undefined && wanted !== databaseId) continue;
    const known = byOrder.get(order);
    if (known && known.attributes['databaseId'] === wanted) {
      throw invalidXml(
        `There are two selectKeys ${order} (line ${element.line}).`,
        'Keep one, or give each a databaseId.',
      );
    }
    if (!known || wanted !== undefined) byOrder.set(order, element);
  }
  const key = (order: string): SelectKey | undefined => {
    const element = byOrder.get(order);
    if (!element) return undefined;
    const { keyProperty = '', resultType } = element.attributes;
    const properties = keyProperty.split(',').map((name) => name.trim());
    if (properties.length > 1 && resultType !== undefined && resultType !== 'map') {
      throw invalidXml(
        `selectKey in line ${element.line} has several properties and one value.`,
        'Leave resultType out.',
      );
    }
    return { ...compile(element), properties, resultType: properties.length > 1 ? 'map' : resultType };
  };
  const rest = {
    ...statement,
    children: statement.children.filter((child) => !elements.includes(child as XmlElement)),
  };
  return { keys: { before: key('BEFORE'), after: key('AFTER') }, rest };
}

function checked(element: XmlElement, verb: Verb): XmlElement {
  if (verb !== 'insert' && verb !== 'update') {
    throw invalidXml(
      `selectKey in line ${element.line} stands in a ${verb}.`,
      'Inserts and updates take it.',
    );
  }
  checkAttributes(element, {
    required: ['keyProperty'],
    optional: ['resultType', 'order', 'databaseId', 'keyColumn'],
  });
  const { order = 'AFTER' } = element.attributes;
  if (order !== 'BEFORE' && order !== 'AFTER') {
    throw invalidXml(`order in line ${element.line} is ${order}.`, 'Write BEFORE or AFTER.');
  }
  return element;
}
