import type { CompiledSql } from './compiled-sql.ts';
import type { Verb } from './mapper-file.ts';
import { invalidXml } from '../xml/mapper-error.ts';
import { checkAttributes, type XmlElement } from '../xml/xml-element.ts';

/** A select before or after an insert or update, whose result is added to the parameters. */
export interface SelectKey extends CompiledSql {
  /** Paths in the parameters, in the order of the columns. */
  readonly properties: readonly string[];
  /** Type of its row, as in `resultType`. */
  readonly resultType: string | undefined;
}

export interface SelectKeys {
  readonly before: SelectKey | undefined;
  readonly after: SelectKey | undefined;
}

/**
 * Extracts the `selectKey`s of a statement, preferring those of the database. (design 3.6)
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
        `The statement has two selectKey elements with order ${order} (line ${element.line}).`,
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
        'Remove resultType.',
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
      'Use selectKey in inserts and updates.',
    );
  }
  checkAttributes(element, {
    required: ['keyProperty'],
    optional: ['resultType', 'order', 'databaseId', 'keyColumn'],
  });
  const { order = 'AFTER' } = element.attributes;
  if (order !== 'BEFORE' && order !== 'AFTER') {
    throw invalidXml(
      `The selectKey in line ${element.line} has the order ${order}.`,
      'Write BEFORE or AFTER.',
    );
  }
  return element;
}
