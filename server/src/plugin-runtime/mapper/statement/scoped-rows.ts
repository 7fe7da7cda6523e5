import { MapperError, type CompiledStatement, type ScopedRows } from '@platform/mapper';
import {
  DATA_SCOPES,
  ENTITY,
  inheritedFacts,
  MAPPER,
  ownFact,
  type AbstractClass,
} from '@platform/plugin-sdk/host';

/** Names become part of the SQL. */
const NAME = /^[a-z_][a-z0-9_]*$/i;

/**
 * Returns the table and columns of a statement's `@DataScope`; undefined without one.
 *
 * @param type class of the mapper
 * @throws MapperError with DATA_SCOPE_INVALID
 */
export function scopedRows(
  type: AbstractClass | undefined,
  { id, verb }: Pick<CompiledStatement, 'id' | 'verb'>,
): ScopedRows | undefined {
  const scopes = type ? inheritedFacts(type, DATA_SCOPES) : [];
  const scope = scopes.findLast((byName) => byName.has(id))?.get(id);
  if (!type || !scope) return undefined;
  const { dept, owner } = scope;
  if (verb !== 'select')
    throw invalid(
      `@DataScope limits what is read, while ${id} changes rows (${verb}).`,
      'Select the rows with a data scope, then change them by their keys.',
    );
  const columns = [dept, owner].filter((column) => column !== undefined);
  const wrong = columns.find((column) => !NAME.test(column));
  if (wrong !== undefined)
    throw invalid(`@DataScope of ${id} names the column ${wrong}.`, 'Give the plain name of a column.');
  if (columns.length === 0)
    throw invalid(`@DataScope of ${id} has neither dept nor owner.`, 'Name at least one of them.');
  const entity = ownFact(type, MAPPER)?.entity;
  const table = entity && inheritedFacts(entity, ENTITY).at(-1)?.table;
  if (!table) return undefined;
  return { table: table.toLowerCase(), dept, owner };
}

const invalid = (message: string, fix: string): MapperError =>
  new MapperError('DATA_SCOPE_INVALID', message, fix);
