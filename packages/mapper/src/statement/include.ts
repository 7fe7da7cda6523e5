import {
  fillProperties,
  fragmentMissing,
  IncludeMeter,
  IncludePlace,
  type Properties,
} from '../include/include-rules.ts';
import { invalidXml } from '../xml/mapper-error.ts';
import { checkAttributes, elementsOf, type XmlElement } from '../xml/xml-element.ts';
import type { SqlCompilation } from './sql-node.ts';

/**
 * Returns a compilation that resolves the includes of one statement.
 *
 * @param fragments by full name
 * @param namespace of references without a dot
 * @param dynamic called when the text depends on the parameters
 */
export function fragmentFinder(
  fragments: ReadonlyMap<string, XmlElement>,
  namespace: string,
  unsafe: boolean,
  dynamic: () => void,
): SqlCompilation {
  const meter = new IncludeMeter();
  const compilationAt = (place: IncludePlace): SqlCompilation => ({
    unsafe,
    dynamic,
    include: (include) => {
      checkAttributes(include, { required: ['refid'] });
      const name = place.resolve(include.attributes.refid ?? '');
      const fragment = fragments.get(name);
      if (!fragment) throw fragmentMissing(name, include.line);
      const inside = place.enter(name, propertiesOf(include));
      meter.addFragment();
      return {
        fragment: withProperties(fragment, inside.properties, meter),
        compilation: compilationAt(inside),
      };
    },
  });
  return compilationAt(new IncludePlace(namespace));
}

function propertiesOf(include: XmlElement): Properties {
  return new Map(
    elementsOf(include).map((property) => {
      if (property.name !== 'property') {
        throw invalidXml(
          `<${property.name}> in line ${property.line} is out of place.`,
          '<include> takes <property> elements only.',
        );
      }
      checkAttributes(property, { required: ['name', 'value'] });
      return [property.attributes.name ?? '', property.attributes.value ?? ''];
    }),
  );
}

/** Copies an element with its properties filled in. Each text is counted before it is built. */
function withProperties(element: XmlElement, properties: Properties, meter: IncludeMeter): XmlElement {
  const fill = (text: string): string => {
    meter.addCharacters(text.length);
    return fillProperties(text, properties, meter);
  };
  return {
    ...element,
    attributes: Object.fromEntries(
      Object.entries(element.attributes).map(([name, value]) => [name, fill(value)]),
    ),
    children: element.children.map((child) =>
      typeof child === 'string' ? fill(child) : withProperties(child, properties, meter),
    ),
  };
}
