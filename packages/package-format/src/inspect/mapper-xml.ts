import { SaxesParser } from 'saxes';

/** A statement or fragment of a mapper, with what it may put into SQL as text. */
export interface MapperStatement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names in `${}`. */
  readonly substituted: readonly string[];
  readonly includes: ReadonlyArray<{ readonly refid: string; readonly properties: ReadonlySet<string> }>;
}

export interface MapperXml {
  /** Of the `mapper` element; undefined where there is none. */
  readonly namespace: string | undefined;
  readonly statements: readonly MapperStatement[];
}

/** XML that is not well-formed; the message says where. */
export class MalformedXml extends Error {}

const STATEMENT = new Set(['select', 'insert', 'update', 'delete', 'sql']);

/**
 * Reads a mapper's XML as a host does: entities and CDATA are text, attributes are attributes, comments are nothing.
 * @throws MalformedXml
 * @throws Error when it declares a document type of its own
 */
export function readMapperXml(xml: string): MapperXml {
  const parser = new SaxesParser();
  const statements: MapperStatement[] = [];
  let namespace: string | undefined;
  let depth = 0;
  let open: { text: string; includes: Array<{ refid: string; properties: Set<string> }> } | undefined;
  const text = (characters: string): void => {
    if (open) open.text += characters;
  };
  parser.on('error', ({ message }) => {
    throw new MalformedXml(message);
  });
  // The usual one names a schema; what it declares itself may be entities.
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[')) throw new Error('a document type of its own is declared');
  });
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('opentag', ({ name, attributes }) => {
    if (depth++ === 0 && name === 'mapper') namespace = attributes.namespace;
    if (depth === 2 && STATEMENT.has(name)) open = { text: '', includes: [] };
    if (!open) return;
    if (name === 'include') open.includes.push({ refid: attributes.refid ?? '', properties: new Set() });
    else if (name === 'property') open.includes.at(-1)?.properties.add(attributes.name ?? '');
    // What a foreach or trim writes around its body goes into the statement as text.
    if (depth > 2) text(Object.values(attributes).join(' '));
  });
  parser.on('closetag', ({ name, attributes }) => {
    if (--depth !== 1 || !open) return;
    const substituted = [...open.text.matchAll(/\$\{([^}]*)/g)].map(([, name = '']) => name.trim());
    statements.push({ tag: name, attributes, substituted, includes: open.includes });
    open = undefined;
  });
  parser.write(xml).close();
  return { namespace, statements };
}
