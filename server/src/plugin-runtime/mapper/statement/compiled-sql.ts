import type { ResultMapReader } from '../result/read-result-map.ts';
import type { ResultTypes } from '../result/result-types.ts';
import type { SqlNode } from './sql-context.ts';
import type { XmlElement } from './xml-element.ts';

/** SQL of a mapper, compiled. */
export interface CompiledSql {
  readonly content: SqlNode;
  /** Its text is the same at each call. */
  readonly fixed: boolean;
}

/** What an application's statements may refer to. */
export interface StatementScope {
  /** By their full names. */
  readonly fragments: ReadonlyMap<string, XmlElement>;
  readonly resultMaps: ResultMapReader;
  readonly types: ResultTypes;
  readonly databaseId: string;
}
