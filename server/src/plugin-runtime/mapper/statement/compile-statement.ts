import type { MapperFile, Verb } from './mapper-file.ts';
import { invalidXml, MapperError } from './mapper-error.ts';
import type { RowMapper, RowMappers } from './row-mapper.ts';
import { compileContent, type SqlCompilation, type SqlNode } from './sql-node.ts';
import { checkAttributes, elementsOf, type XmlElement } from './xml-element.ts';

/** A statement of a mapper, compiled. */
export interface MapperStatement {
  /** Fully qualified. */
  readonly name: string;
  readonly verb: Verb;
  readonly content: SqlNode;
  /** Its text is the same at each call. */
  readonly fixed: boolean;
  readonly ignoreTenant: boolean;
  readonly mapRow: RowMapper;
}

/** @throws MAPPER_XML_INVALID, MAPPER_SUBSTITUTION */
export function compileStatement(
  { namespace }: MapperFile,
  { id, verb, element }: MapperFile['statements'][number],
  fragments: ReadonlyMap<string, XmlElement>,
  rowMappers: RowMappers,
): MapperStatement {
  const { unsafe, tenant, resultType } = element.attributes;
  let fixed = true;
  const compilation = (scope: string, open: readonly string[]): SqlCompilation => ({
    unsafe: unsafe === 'true',
    dynamic: () => void (fixed = false),
    include: (include) => {
      checkAttributes(include, { required: ['refid'] });
      const { refid = '' } = include.attributes;
      const name = refid.includes('.') ? refid : `${scope}.${refid}`;
      const fragment = fragments.get(name);
      if (!fragment)
        throw invalidXml(`Fragment ${name} is not there (line ${include.line}).`, 'Correct the refid.');
      if (open.includes(name)) throw invalidXml(`Fragment ${name} includes itself.`, 'Take the include out.');
      return {
        fragment: withProperties(fragment, propertiesOf(include)),
        compilation: compilation(name.slice(0, name.lastIndexOf('.')), [...open, name]),
      };
    },
  });
  try {
    const content = compileContent(element, compilation(namespace, []));
    const mapRow = rowMappers.forType(resultType);
    return { name: `${namespace}.${id}`, verb, content, fixed, ignoreTenant: tenant === 'ignore', mapRow };
  } catch (error) {
    if (!(error instanceof MapperError)) throw error;
    throw new MapperError(error.code, `Statement ${id} (line ${element.line}): ${error.message}`, error.fix);
  }
}

function propertiesOf(include: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    elementsOf(include).map((property) => {
      if (property.name !== 'property') {
        throw invalidXml(
          `<${property.name}> in line ${property.line} is out of place.`,
          '<include> takes properties.',
        );
      }
      checkAttributes(property, { required: ['name', 'value'] });
      return [property.attributes.name ?? '', property.attributes.value ?? ''];
    }),
  );
}

/** The same with `${name}` replaced wherever a property is given. */
function withProperties(element: XmlElement, properties: ReadonlyMap<string, string>): XmlElement {
  if (properties.size === 0) return element;
  const replaced = (text: string): string =>
    text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => properties.get(name.trim()) ?? whole);
  return {
    ...element,
    attributes: Object.fromEntries(
      Object.entries(element.attributes).map(([name, value]) => [name, replaced(value)]),
    ),
    children: element.children.map((child) =>
      typeof child === 'string' ? replaced(child) : withProperties(child, properties),
    ),
  };
}
