import type { SqlNode } from './sql-context.ts';
import type { XmlElement } from './xml-element.ts';

/** SQL of a mapper, compiled. */
export interface CompiledSql {
  readonly content: SqlNode;
  /** Its text is the same at each call. */
  readonly fixed: boolean;
}

/** What an application's statements may refer to. */
export interface FragmentScope {
  /** By their full names. */
  readonly fragments: ReadonlyMap<string, XmlElement>;
  readonly databaseId: string;
}
