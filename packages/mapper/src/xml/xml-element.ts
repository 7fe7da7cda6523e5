import { invalidXml } from './mapper-error.ts';
import { readXml } from './read-xml.ts';

/** An element of a mapper's XML, with its text as written. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: ReadonlyArray<XmlElement | string>;
  /** From 1. */
  readonly line: number;
}

/** Reads XML into elements. @throws MAPPER_XML_INVALID */
export function parseXml(xml: string): XmlElement {
  const document: Array<XmlElement | string> = [];
  const open: Array<Array<XmlElement | string>> = [document];
  readXml(xml, {
    open(name, attributes, line) {
      const children: Array<XmlElement | string> = [];
      open.at(-1)?.push({ name, attributes, children, line });
      open.push(children);
    },
    text: (characters) => void open.at(-1)?.push(characters),
    close: () => void open.pop(),
  });
  const root = document.find((child) => typeof child !== 'string');
  if (!root) throw invalidXml('The document has no element.', 'Begin with <mapper namespace="…">.');
  return root;
}

/** Child elements. @throws MAPPER_XML_INVALID for text beside them */
export function elementsOf({ name, children, line }: XmlElement): XmlElement[] {
  return children.filter((child) => {
    if (typeof child !== 'string') return true;
    if (child.trim() === '') return false;
    throw invalidXml(`<${name}> in line ${line} contains text.`, 'Put SQL into a statement.');
  }) as XmlElement[];
}

/** @throws MAPPER_XML_INVALID for an unknown attribute or a missing required one */
export function checkAttributes(
  { name, attributes, line }: XmlElement,
  known: { readonly required?: readonly string[]; readonly optional?: readonly string[] },
): void {
  const { required = [], optional = [] } = known;
  const missing = required.find((attribute) => attributes[attribute] === undefined);
  if (missing !== undefined) {
    throw invalidXml(`<${name}> in line ${line} requires the attribute ${missing}.`, `Add ${missing}="…".`);
  }
  const unknown = Object.keys(attributes).find(
    (attribute) => !required.includes(attribute) && !optional.includes(attribute),
  );
  if (unknown !== undefined) {
    const names = [...required, ...optional].join(', ');
    throw invalidXml(
      `<${name}> in line ${line} has the unknown attribute ${unknown}.`,
      `It takes ${names || 'none'}.`,
    );
  }
}
