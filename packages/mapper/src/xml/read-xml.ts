import { SaxesParser } from 'saxes';
import { invalidXml, MalformedXml } from './mapper-error.ts';

/** Receives the parts of a mapper's XML in document order. */
export interface XmlHandler {
  /** @param line from 1 */
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  /** Character data and CDATA; comments are skipped. */
  text(characters: string): void;
  close(): void;
}

/** Maximum nesting of elements, ten times what a written mapper needs. */
export const XML_DEPTH = 100;

/** The document type that mappers usually name. It is never fetched. */
const MAPPER_DTD = /-3-mapper\.dtd["']\s*$/;

/**
 * Reads a mapper's XML in one pass and expands no entity of a document type.
 *
 * @throws MAPPER_XML_INVALID for malformed XML, own document types, other documents, deep nesting
 */
export function readXml(xml: string, handler: XmlHandler): void {
  const parser = new SaxesParser();
  let depth = 0;
  const text = (characters: string): void => handler.text(characters);
  parser.on('error', ({ message }) => {
    throw new MalformedXml(message);
  });
  parser.on('doctype', assertHarmless);
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > XML_DEPTH) {
      throw invalidXml(`Elements are nested deeper than ${XML_DEPTH}.`, 'Flatten the nesting.');
    }
    if (name.includes(':')) {
      throw invalidXml(`<${name}> is not an element of a mapper.`, 'Remove the prefixed element.');
    }
    handler.open(name, attributes, parser.line);
  });
  parser.on('closetag', () => {
    depth -= 1;
    handler.close();
  });
  parser.write(xml).close();
}

/** An internal subset may declare entities; a foreign document type may be anything. */
function assertHarmless(declaration: string): void {
  const isForeign = /\b(SYSTEM|PUBLIC)\b/.test(declaration) && !MAPPER_DTD.test(declaration);
  if (!declaration.includes('[') && !isForeign) return;
  throw invalidXml(
    isForeign ? 'The document type is not that of a mapper.' : 'The document declares its own type.',
    'Remove the DOCTYPE, or use the one of MyBatis mappers.',
  );
}
