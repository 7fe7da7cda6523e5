import type { AbstractClass } from '@platform/plugin-sdk/host';
import { fromColumn } from '../column-values.ts';
import { columnsOf, type ColumnModel } from '../entity-model.ts';
import { invalidXml } from './mapper-error.ts';

type Row = Readonly<Record<string, unknown>>;

/** Makes of a row what the statement promises. */
export type RowMapper = (row: Row) => unknown;

/** `item_status` → `itemStatus`; names that have capitals already stay. (design 9.1-5) */
const camelCase = (column: string): string =>
  column.replaceAll(/_+([a-z0-9])/gi, (_whole, letter: string) => letter.toUpperCase());

const toMap: RowMapper = (row) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value]));

const first = (row: Row): unknown => Object.values(row)[0] ?? null;

const scalar =
  (type: 'number' | 'string' | 'boolean'): RowMapper =>
  (row) =>
    fromColumn({ field: '', column: '', type, role: 'plain' }, first(row));

/** What `resultType` may say. (design 9.1-6) */
export class RowMappers {
  readonly #byType: Map<string, RowMapper>;
  readonly #classes: ReadonlyMap<string, AbstractClass>;

  /** @param classes of the application, by their fully qualified names */
  constructor(classes: ReadonlyMap<string, AbstractClass>) {
    this.#classes = classes;
    this.#byType = new Map<string, RowMapper>([
      ['map', toMap],
      ['number', scalar('number')],
      ['string', scalar('string')],
      ['boolean', scalar('boolean')],
    ]);
  }

  /** @throws MAPPER_XML_INVALID where the type is not known */
  forType(name = 'map'): RowMapper {
    const known = this.#byType.get(name);
    if (known) return known;
    const type = this.#classes.get(name);
    if (!type) {
      throw invalidXml(
        `resultType ${name} is not known.`,
        'Name a class of the application in full, or map, number, string or boolean.',
      );
    }
    const mapper = toClass(type);
    this.#byType.set(name, mapper);
    return mapper;
  }
}

/** Fields that are mapped have their types; other columns come as in a map. */
function toClass(type: AbstractClass): RowMapper {
  const columns = new Map(columnsOf(type).map((column) => [column.column, column]));
  return (row) => {
    const instance = Object.create(type.prototype as object) as Record<string, unknown>;
    for (const [name, value] of Object.entries(row)) {
      const column: ColumnModel | undefined = columns.get(name);
      if (column) instance[column.field] = fromColumn(column, value);
      else instance[camelCase(name)] = value;
    }
    return instance;
  };
}
