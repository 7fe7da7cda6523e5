import { inStatement, type CompiledStatement, type SelectKey, type SelectKeys } from '@platform/mapper';
import { hasCollection } from '../result/result-map.ts';
import { resultMapper } from '../result/map-results.ts';
import type { ResultMapReader } from '../result/read-result-map.ts';
import type { ResultTypes } from '../result/result-types.ts';
import type { RowsMapper } from '../result/rows-mapper.ts';

/** A select beside a change, with what its row becomes. */
export interface MappedKey extends SelectKey {
  readonly mapRows: RowsMapper;
}

/** A statement of a mapper, with what becomes of its rows. */
export interface MapperStatement extends CompiledStatement {
  /** The file that it is in. */
  readonly entry: string;
  readonly mapRows: RowsMapper;
  /** Several rows become one object, so that rows are no measure of a page. */
  readonly merges: boolean;
  readonly keys: { readonly [order in keyof SelectKeys]: MappedKey | undefined };
}

/** @throws MAPPER_XML_INVALID for a type or map that is not there */
export function bindResults(
  statement: CompiledStatement,
  entry: string,
  namespace: string,
  types: ResultTypes,
  resultMaps: ResultMapReader,
): MapperStatement {
  const { resultMap, resultType, keys, id, line } = statement;
  return inStatement({ id, line }, () => {
    const mapped = (key: SelectKey | undefined): MappedKey | undefined =>
      key && { ...key, mapRows: types.mapperFor(key.resultType) };
    const map = resultMap === undefined ? undefined : resultMaps.read(resultMap, namespace);
    return {
      ...statement,
      entry,
      mapRows: map ? resultMapper(map) : types.mapperFor(resultType),
      merges: map !== undefined && hasCollection(map),
      keys: { before: mapped(keys.before), after: mapped(keys.after) },
    };
  });
}
