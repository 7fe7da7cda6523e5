import type { SqlNode } from './sql-context.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Compiled SQL of a mapper. */
export interface CompiledSql {
  readonly content: SqlNode;
  /** Whether the text is the same for all parameters. */
  readonly fixed: boolean;
}

/** Names that statements of an application may refer to. */
export interface FragmentScope {
  /** By full name. */
  readonly fragments: ReadonlyMap<string, XmlElement>;
  readonly databaseId: string;
}
