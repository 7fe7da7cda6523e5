import { invalidXml } from './mapper-error.ts';
import type { SqlCompilation } from './sql-node.ts';
import { checkAttributes, elementsOf, type XmlElement } from './xml-element.ts';

type Properties = ReadonlyMap<string, string>;

/** Of one statement: what a person writes comes nowhere near, and fragments may double one another. */
export const INCLUDE_LIMITS = { fragments: 1_000, characters: 1_000_000, depth: 100 };

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
  let count = 0;
  let characters = 0;
  const refuseIf = (endless: boolean, what: string): void => {
    if (endless)
      throw invalidXml(`Its includes bring ${what}.`, 'Fragments may include one another too often.');
  };
  const measured = (length: number): void => {
    characters += length;
    refuseIf(characters > INCLUDE_LIMITS.characters, `more than ${INCLUDE_LIMITS.characters} characters`);
  };
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
      refuseIf(++count > INCLUDE_LIMITS.fragments, `more than ${INCLUDE_LIMITS.fragments} fragments`);
      refuseIf(
        open.length >= INCLUDE_LIMITS.depth,
        `fragments in one another, deeper than ${INCLUDE_LIMITS.depth}`,
      );
      const properties = new Map([...given, ...propertiesOf(include)]);
      return {
        fragment: withProperties(fragment, properties, measured),
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

/**
 * The same with `${name}` replaced wherever a property is given.
 * @param measured is told the length of each text before it is there
 */
function withProperties(
  element: XmlElement,
  properties: Properties,
  measured: (length: number) => void,
): XmlElement {
  const fill = (text: string): string => {
    measured(text.length);
    return filled(text, properties, measured);
  };
  return {
    ...element,
    attributes: Object.fromEntries(
      Object.entries(element.attributes).map(([name, value]) => [name, fill(value)]),
    ),
    children: element.children.map((child) =>
      typeof child === 'string' ? fill(child) : withProperties(child, properties, measured),
    ),
  };
}

const filled = (text: string, properties: Properties, measured?: (length: number) => void): string =>
  text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => {
    const value = properties.get(name.trim());
    measured?.(value?.length ?? 0);
    return value ?? whole;
  });
