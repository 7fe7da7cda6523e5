import { XML_DEPTH } from '@platform/mapper';
import { SaxesParser } from 'saxes';

/** A statement or fragment of a mapper, with what it may put into SQL as text. */
export interface MapperStatement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names in `${}`. */
  readonly substituted: readonly string[];
  /** Characters of its text and of the attributes in it. */
  readonly length: number;
  readonly includes: readonly Include[];
}

export interface Include {
  readonly refid: string;
  /** Values by name. */
  readonly properties: ReadonlyMap<string, string>;
}

export interface MapperXml {
  /** Of the `mapper` element; undefined where there is none. */
  readonly namespace: string | undefined;
  readonly statements: readonly MapperStatement[];
}

/** XML that is not well-formed; the message says where. */
export class MalformedXml extends Error {}

/** What all mappers of a jar may hold, counted down as they are read. */
export interface MapperBudget {
  /** Statements, fragments and includes. */
  elements: number;
}

/** The one that mappers name; nobody reads it. */
const MAPPER_DTD = /-3-mapper\.dtd["']\s*$/;
const STATEMENT = new Set(['select', 'insert', 'update', 'delete', 'sql']);

/**
 * Reads a mapper's XML as a host does: entities and CDATA are text, attributes are attributes, comments are nothing.
 * @throws MalformedXml
 * @throws Error when it declares a document type of its own, brings in other documents, or goes on without end
 */
export function readMapperXml(xml: string, budget: MapperBudget): MapperXml {
  const parser = new SaxesParser();
  const statements: MapperStatement[] = [];
  let namespace: string | undefined;
  let depth = 0;
  let open: { text: string; includes: Array<{ refid: string; properties: Map<string, string> }> } | undefined;
  const text = (characters: string): void => {
    if (open) open.text += characters;
  };
  parser.on('error', ({ message }) => {
    throw new MalformedXml(message);
  });
  // The usual one names a schema; what it declares itself may be entities.
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[')) throw new Error('a document type of its own is declared');
    if (/\b(SYSTEM|PUBLIC)\b/.test(declaration) && !MAPPER_DTD.test(declaration))
      throw new Error('its document type lies elsewhere');
  });
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('opentag', ({ name, attributes }) => {
    if (depth++ === 0 && name === 'mapper') namespace = attributes.namespace;
    if (depth > XML_DEPTH) throw new Error(`elements lie in one another, deeper than ${XML_DEPTH}`);
    if (name.includes(':')) throw new Error(`<${name}> is no element of a mapper`);
    if (depth === 2 && STATEMENT.has(name)) open = { text: '', includes: [] };
    if (!open) return;
    if ((depth === 2 || name === 'include') && --budget.elements < 0)
      throw new Error('the mappers hold more statements and includes than an application has');
    if (name === 'include') open.includes.push({ refid: attributes.refid ?? '', properties: new Map() });
    else if (name === 'property')
      open.includes.at(-1)?.properties.set(attributes.name ?? '', attributes.value ?? '');
    // What a foreach or trim writes around its body goes into the statement as text.
    if (depth > 2) text(Object.values(attributes).join(' '));
  });
  parser.on('closetag', ({ name, attributes }) => {
    if (--depth !== 1 || !open) return;
    const substituted = [...open.text.matchAll(/\$\{([^}]*)/g)].map(([, name = '']) => name.trim());
    const { includes, text } = open;
    statements.push({ tag: name, attributes, substituted, length: text.length, includes });
    open = undefined;
  });
  parser.write(xml).close();
  return { namespace, statements };
}
