import { invalidXml } from './mapper-error.ts';
import type { SqlCompilation } from './sql-node.ts';
import { checkAttributes, elementsOf, type XmlElement } from './xml-element.ts';

type Properties = ReadonlyMap<string, string>;

/**
 * Finds what an `include` means. A fragment's own includes know the properties that it was given.
 *
 * @param fragments by their full names
 * @param namespace that references without a dot are in
 * @param dynamic is called where the text differs from call to call
 */
export function fragmentFinder(
  fragments: ReadonlyMap<string, XmlElement>,
  namespace: string,
  unsafe: boolean,
  dynamic: () => void,
): SqlCompilation {
  const compilation = (scope: string, open: readonly string[], given: Properties): SqlCompilation => ({
    unsafe,
    dynamic,
    include: (include) => {
      checkAttributes(include, { required: ['refid'] });
      const refid = filled(include.attributes.refid ?? '', given);
      const name = refid.includes('.') ? refid : `${scope}.${refid}`;
      const fragment = fragments.get(name);
      if (!fragment) {
        throw invalidXml(`Fragment ${name} is not there (line ${include.line}).`, 'Correct the refid.');
      }
      if (open.includes(name)) throw invalidXml(`Fragment ${name} includes itself.`, 'Take the include out.');
      const properties = new Map([...given, ...propertiesOf(include)]);
      return {
        fragment: withProperties(fragment, properties),
        compilation: compilation(name.slice(0, name.lastIndexOf('.')), [...open, name], properties),
      };
    },
  });
  return compilation(namespace, [], new Map());
}

function propertiesOf(include: XmlElement): Properties {
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
function withProperties(element: XmlElement, properties: Properties): XmlElement {
  if (properties.size === 0) return element;
  return {
    ...element,
    attributes: Object.fromEntries(
      Object.entries(element.attributes).map(([name, value]) => [name, filled(value, properties)]),
    ),
    children: element.children.map((child) =>
      typeof child === 'string' ? filled(child, properties) : withProperties(child, properties),
    ),
  };
}

const filled = (text: string, properties: Properties): string =>
  text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => properties.get(name.trim()) ?? whole);
