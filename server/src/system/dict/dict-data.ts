import { PlatformError, type Page, type PageQuery } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { changesOf } from '../shared/changes.ts';
import { taken, found, notFound, unlessTaken } from '../shared/failures.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';
import type { DictTypes } from './dict-types.ts';

export interface DictDataRow {
  readonly dictCode: number;
  readonly dictType: string;
  readonly dictLabel: string;
  /** By language. */
  readonly dictLabels: Readonly<Record<string, string>>;
  readonly dictValue: string;
  readonly dictSort: number;
  readonly listClass: string | null;
  readonly isDefault: boolean;
  readonly status: 0 | 1;
  readonly remark: string | null;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface DictDataFilter {
  readonly dictType?: string;
  readonly dictLabel?: string;
  readonly status?: 0 | 1;
}

export interface DictDataDetails {
  readonly dictLabels?: Readonly<Record<string, string>>;
  readonly dictSort?: number;
  readonly listClass?: string | null;
  readonly isDefault?: boolean;
  readonly status?: 0 | 1;
  readonly remark?: string | null;
}

export interface DictDataInput extends DictDataDetails {
  readonly dictType: string;
  readonly dictLabel: string;
  readonly dictValue: string;
}

const ordering: Ordering = {
  columns: {
    dictSort: 'dict_sort',
    dictLabel: 'dict_label',
    dictValue: 'dict_value',
    createTime: 'create_time',
  },
  by: 'dict_sort',
  direction: 'asc',
  unique: 'dict_code',
};

/** The entries of dictionaries of the tenant in context. */
export class DictData {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #types: DictTypes;

  constructor(database: Database, ids: Ids, types: DictTypes) {
    this.#database = database;
    this.#ids = ids;
    this.#types = types;
  }

  async list(filter: DictDataFilter, page: PageQuery): Promise<Page<DictDataRow>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: rows.map(toRow) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: DictDataFilter, page: PageQuery): AsyncIterable<readonly DictDataRow[]> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => rows.map(toRow));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(dictCode: number): Promise<DictDataRow> {
    const row = await this.#select({}).where('dict_code', '=', dictCode).executeTakeFirst();
    return toRow(found(row, 'entry'));
  }

  /** @throws DICT_TYPE_UNKNOWN (400), DICT_VALUE_TAKEN (409) */
  async create(input: DictDataInput): Promise<number> {
    await this.assertType(input.dictType);
    return this.#insert(input);
  }

  /**
   * Adds entries of a dictionary that the caller has asserted. Within a transaction, all or none.
   *
   * @throws DICT_VALUE_TAKEN (409)
   */
  async createAll(entries: readonly DictDataInput[]): Promise<void> {
    for (const entry of entries) await this.#insert(entry);
  }

  async #insert(input: DictDataInput): Promise<number> {
    const dictCode = this.#ids.next();
    await unlessTaken(
      () => valueTaken(input.dictType, input.dictValue),
      () =>
        this.#database.query
          .insertInto('sys_dict_data')
          .values({
            ...columnsOf(input),
            dict_code: dictCode,
            dict_type: input.dictType,
            dict_label: input.dictLabel,
            dict_value: input.dictValue,
          })
          .execute(),
    );
    return dictCode;
  }

  /** @throws RECORD_NOT_FOUND (404), DICT_TYPE_UNKNOWN (400), DICT_VALUE_TAKEN (409) */
  async update(dictCode: number, change: Partial<DictDataInput>): Promise<void> {
    const { dictType, dictValue } = { ...(await this.get(dictCode)), ...change };
    await this.assertType(dictType);
    const columns = changesOf({
      ...columnsOf(change),
      dict_type: change.dictType,
      dict_label: change.dictLabel,
      dict_value: change.dictValue,
    });
    if (!columns) return;
    await unlessTaken(
      () => valueTaken(dictType, dictValue),
      () =>
        this.#database.query
          .updateTable('sys_dict_data')
          .set(columns)
          .where('dict_code', '=', dictCode)
          .execute(),
    );
  }

  /**
   * Moves an entry one place up or down; at the end of its list it stays.
   *
   * @throws RECORD_NOT_FOUND (404)
   */
  async move(dictCode: number, by: number): Promise<void> {
    await this.#database.transaction(async () => {
      const { dictType } = await this.get(dictCode);
      const rows = await this.#select({ dictType }).orderBy('dict_sort').orderBy('dict_code').execute();
      const at = rows.findIndex((row) => row.dictCode === dictCode);
      const [moved] = rows.splice(at, 1);
      if (moved) rows.splice(Math.max(0, at + by), 0, moved);
      for (const [index, row] of rows.entries()) {
        if (row.dictSort === index + 1) continue;
        await this.#database.query
          .updateTable('sys_dict_data')
          .set({ dict_sort: index + 1 })
          .where('dict_code', '=', row.dictCode)
          .execute();
      }
    });
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async remove(dictCodes: readonly number[]): Promise<number> {
    await this.#database.transaction(async () => {
      const rows = await this.#select({}).where('dict_code', 'in', dictCodes).execute();
      if (rows.length < dictCodes.length) throw notFound('entry');
      await this.#database.query.deleteFrom('sys_dict_data').where('dict_code', 'in', dictCodes).execute();
    });
    return dictCodes.length;
  }

  /** @throws DICT_TYPE_UNKNOWN (400) */
  async assertType(dictType: string): Promise<void> {
    if (await this.#types.exists(dictType)) return;
    throw new PlatformError({
      code: 'DICT_TYPE_UNKNOWN',
      status: 400,
      message: `The dictionary ${dictType} does not exist.`,
      fix: 'Add the dictionary first.',
    });
  }

  #select({ dictType, dictLabel, status }: DictDataFilter) {
    return this.#database.query
      .selectFrom('sys_dict_data')
      .select([
        'dict_code as dictCode',
        'dict_type as dictType',
        'dict_label as dictLabel',
        'label_names as labelNames',
        'dict_value as dictValue',
        'dict_sort as dictSort',
        'list_class as listClass',
        'is_default as isDefault',
        'status',
        'remark',
        'create_time as createTime',
        'update_time as updateTime',
      ])
      .$if(!!dictType, (query) => query.where('dict_type', '=', dictType ?? ''))
      .$if(!!dictLabel, (query) => query.where(contains('dict_label', dictLabel ?? '')))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1));
  }
}

function valueTaken(dictType: string, dictValue: string) {
  return taken(
    'dictValue',
    'DICT_VALUE_TAKEN',
    `${dictType} already has an entry with the value ${dictValue}.`,
    'Choose another value.',
  );
}

const toRow = <Row extends { readonly labelNames: string | null }>({ labelNames, ...row }: Row) => ({
  ...row,
  dictLabels: labelsOf(labelNames) ?? {},
});

/** Content of `label_names`; undefined for none. */
export function labelsOf(json: string | null): Record<string, string> | undefined {
  return json === null ? undefined : (JSON.parse(json) as Record<string, string>);
}

function columnsOf(input: DictDataDetails) {
  return {
    label_names: input.dictLabels && JSON.stringify(input.dictLabels),
    dict_sort: input.dictSort,
    list_class: input.listClass,
    is_default: input.isDefault,
    status: input.status,
    remark: input.remark,
  };
}
