import {
  hasCollection,
  inStatement,
  type CompiledStatement,
  type ResultMapReader,
  type SelectKey,
  type SelectKeys,
} from '@platform/mapper';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import { resultMapper } from '../result/map-results.ts';
import type { ResultTypes } from '../result/result-types.ts';
import type { RowsMapper } from '../result/rows-mapper.ts';

/** A select key with the mapping of its row. */
export interface MappedKey extends SelectKey {
  readonly mapRows: RowsMapper;
}

/** A statement with the mapping of its rows. */
export interface MapperStatement extends CompiledStatement {
  /** The mapper file that contains it. */
  readonly entry: string;
  readonly mapRows: RowsMapper;
  /** True if several rows can form one object, so that rows cannot be paged. */
  readonly merges: boolean;
  readonly keys: { readonly [order in keyof SelectKeys]: MappedKey | undefined };
}

/** @throws MAPPER_XML_INVALID for an unknown type or result map */
export function bindResults(
  statement: CompiledStatement,
  entry: string,
  namespace: string,
  types: ResultTypes,
  resultMaps: ResultMapReader<AbstractClass>,
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
