import { hasCollection } from '../result/result-map.ts';
import { resultMapper } from '../result/map-results.ts';
import type { RowsMapper } from '../result/rows-mapper.ts';
import type { CompiledSql, StatementScope } from './compiled-sql.ts';
import { fragmentFinder } from './include.ts';
import type { MapperFile, Verb } from './mapper-file.ts';
import { invalidXml, MapperError } from './mapper-error.ts';
import { compileSelectKeys, type SelectKeys } from './select-key.ts';
import { compileContent } from './sql-node.ts';
import type { XmlElement } from './xml-element.ts';

/** A statement of a mapper, compiled. */
export interface MapperStatement extends CompiledSql {
  /** Fully qualified. */
  readonly name: string;
  readonly verb: Verb;
  readonly ignoreTenant: boolean;
  readonly mapRows: RowsMapper;
  /** Several rows become one object, so that rows are no measure of a page. */
  readonly merges: boolean;
  readonly keys: SelectKeys;
}

/** @throws MAPPER_XML_INVALID, MAPPER_SUBSTITUTION */
export function compileStatement(
  { namespace }: MapperFile,
  { id, verb, element }: MapperFile['statements'][number],
  scope: StatementScope,
): MapperStatement {
  const { unsafe, tenant, resultType, resultMap } = element.attributes;
  const compile = (part: XmlElement): CompiledSql => {
    let fixed = true;
    const compilation = fragmentFinder(scope.fragments, namespace, unsafe === 'true', () => (fixed = false));
    const content = compileContent(part, compilation);
    return { content, fixed };
  };
  try {
    if (resultType !== undefined && resultMap !== undefined) {
      throw invalidXml('It has a resultType and a resultMap.', 'Keep one of them.');
    }
    const { keys, rest } = compileSelectKeys(element, verb, scope, compile);
    const map = resultMap === undefined ? undefined : scope.resultMaps.read(resultMap, namespace);
    return {
      name: `${namespace}.${id}`,
      verb,
      ...compile(rest),
      ignoreTenant: tenant === 'ignore',
      mapRows: map ? resultMapper(map) : scope.types.mapperFor(resultType),
      merges: map !== undefined && hasCollection(map),
      keys,
    };
  } catch (error) {
    if (!(error instanceof MapperError)) throw error;
    throw new MapperError(error.code, `Statement ${id} (line ${element.line}): ${error.message}`, error.fix);
  }
}
