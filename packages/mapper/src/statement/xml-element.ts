import { SaxesParser } from 'saxes';
import { invalidXml } from './mapper-error.ts';

/** An element of a mapper's XML; text between elements is kept as it is. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: ReadonlyArray<XmlElement | string>;
  /** From 1. */
  readonly line: number;
}

/** Elements in one another; what a person writes has a tenth of them. */
export const XML_DEPTH = 100;

/** Reads XML into elements. No entity of a document type is expanded. @throws MAPPER_XML_INVALID with the line */
export function parseXml(xml: string): XmlElement {
  const parser = new SaxesParser();
  const document: Array<XmlElement | string> = [];
  const open: Array<Array<XmlElement | string>> = [document];
  const text = (characters: string): void => void open.at(-1)?.push(characters);
  parser.on('error', (error) => {
    throw invalidXml(
      `It is not well-formed: ${error.message}.`,
      'Correct the XML; < in SQL is written &lt;.',
    );
  });
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > XML_DEPTH) {
      throw invalidXml(`Elements lie in one another, deeper than ${XML_DEPTH}.`, 'Put them side by side.');
    }
    const children: Array<XmlElement | string> = [];
    open.at(-1)?.push({ name, attributes, children, line: parser.line });
    open.push(children);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const root = document.find((child) => typeof child !== 'string');
  if (!root) throw invalidXml('It has no element.', 'Begin with <mapper namespace="…">.');
  return root;
}

/** The elements among the children. @throws MAPPER_XML_INVALID where there is text beside them */
export function elementsOf({ name, children, line }: XmlElement): XmlElement[] {
  return children.filter((child) => {
    if (typeof child !== 'string') return true;
    if (child.trim() === '') return false;
    throw invalidXml(`Text stands directly in <${name}> (line ${line}).`, 'Put SQL into a statement.');
  }) as XmlElement[];
}

/** @throws MAPPER_XML_INVALID for an attribute that is not known, or a required one that is missing */
export function checkAttributes(
  { name, attributes, line }: XmlElement,
  known: { readonly required?: readonly string[]; readonly optional?: readonly string[] },
): void {
  const { required = [], optional = [] } = known;
  const missing = required.find((attribute) => attributes[attribute] === undefined);
  if (missing !== undefined) {
    throw invalidXml(`<${name}> in line ${line} has no ${missing}.`, `Give it: ${missing}="…".`);
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
