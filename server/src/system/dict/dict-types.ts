import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { changesOf } from '../shared/changes.ts';
import { conflict, taken, found, notFound, unlessTaken } from '../shared/failures.ts';
import { isNamed, namesAfter, namesIn } from '../shared/names-by-language.ts';
import { batchesOnceKnown, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface DictTypeRow {
  readonly dictId: number;
  readonly dictName: string;
  readonly dictNames?: Readonly<Record<string, string>>;
  readonly dictType: string;
  readonly status: 0 | 1;
  readonly remark: string | null;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface DictTypeFilter {
  readonly dictName?: string;
  readonly dictType?: string;
  readonly status?: 0 | 1;
}

export interface DictTypeInput {
  readonly dictName: string;
  readonly dictNames?: Readonly<Record<string, string>>;
  readonly dictType: string;
  readonly status?: 0 | 1;
  readonly remark?: string | null;
}

const ordering: Ordering = {
  columns: { dictName: 'dict_name', dictType: 'dict_type', createTime: 'create_time' },
  by: 'dict_type',
  direction: 'asc',
  unique: 'dict_id',
};

/** The dictionaries of the tenant in context. */
export class DictTypes {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  async list(filter: DictTypeFilter, page: PageQuery): Promise<Page<DictTypeRow>> {
    const { total, rows } = await pageOfRows(await this.#filtered(filter), page, ordering);
    return { total, rows: rows.map(toType) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at the first batch */
  export(filter: DictTypeFilter, page: PageQuery): AsyncIterable<readonly DictTypeRow[]> {
    return batchesOnceKnown(
      () => this.#filtered(filter),
      page,
      ordering,
      (rows) => rows.map(toType),
    );
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(dictId: number): Promise<DictTypeRow> {
    const row = await this.#select().where('dict_id', '=', dictId).executeTakeFirst();
    return toType(found(row, 'dictionary'));
  }

  /** @throws DICT_TYPE_TAKEN (409) */
  async create(input: DictTypeInput): Promise<number> {
    const dictId = this.#ids.next();
    await unlessTaken(
      () => typeTaken(input.dictType),
      () =>
        this.#database.query
          .insertInto('sys_dict_type')
          .values({
            dict_id: dictId,
            dict_name: input.dictName,
            dict_names: input.dictNames && JSON.stringify(input.dictNames),
            dict_type: input.dictType,
            status: input.status ?? 1,
            remark: input.remark ?? null,
          })
          .execute(),
    );
    return dictId;
  }

  /**
   * Entries follow a dictionary that gets another type.
   *
   * @throws RECORD_NOT_FOUND (404), DICT_TYPE_TAKEN (409)
   */
  async update(dictId: number, change: Partial<DictTypeInput>): Promise<void> {
    const store = async (): Promise<void> => {
      const current = await this.get(dictId);
      const { dictType } = change;
      if (dictType !== undefined && dictType !== current.dictType) {
        await this.#database.query
          .updateTable('sys_dict_data')
          .set({ dict_type: dictType })
          .where('dict_type', '=', current.dictType)
          .execute();
      }
      const columns = changesOf({
        dict_name: change.dictName,
        dict_names: namesAfter(current.dictName, { name: change.dictName, names: change.dictNames }),
        dict_type: dictType,
        status: change.status,
        remark: change.remark,
      });
      if (columns) {
        await this.#database.query
          .updateTable('sys_dict_type')
          .set(columns)
          .where('dict_id', '=', dictId)
          .execute();
      }
    };
    await unlessTaken(
      () => typeTaken(change.dictType ?? ''),
      () => this.#database.transaction(store),
    );
  }

  /** @throws RECORD_NOT_FOUND (404), DICT_NOT_EMPTY (409) */
  async remove(dictIds: readonly number[]): Promise<number> {
    await this.#database.transaction(async () => {
      const rows = await this.#select().where('dict_id', 'in', dictIds).execute();
      if (rows.length < dictIds.length) throw notFound('dictionary');
      const used = await this.#database.query
        .selectFrom('sys_dict_data')
        .where(
          'dict_type',
          'in',
          rows.map((row) => row.dictType),
        )
        .select('dict_type')
        .limit(1)
        .executeTakeFirst();
      if (used) {
        throw conflict(
          'DICT_NOT_EMPTY',
          `The dictionary ${used.dict_type} has entries.`,
          'Remove its entries first.',
        );
      }
      await this.#database.query.deleteFrom('sys_dict_type').where('dict_id', 'in', dictIds).execute();
    });
    return dictIds.length;
  }

  async exists(dictType: string): Promise<boolean> {
    return (await this.#select().where('dict_type', '=', dictType).executeTakeFirst()) !== undefined;
  }

  async #filtered({ dictName, dictType, status }: DictTypeFilter) {
    const translated = dictName ? await this.#translated(dictName) : [];
    return this.#select()
      .$if(!!dictName, (query) =>
        query.where((eb) =>
          eb.or([
            contains('dict_name', dictName ?? ''),
            ...(translated.length > 0 ? [eb('dict_id', 'in', translated)] : []),
          ]),
        ),
      )
      .$if(!!dictType, (query) => query.where(contains('dict_type', dictType ?? '')))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1));
  }

  /** Dictionaries with such a name in another language. */
  async #translated(name: string): Promise<number[]> {
    const rows = await this.#database.query
      .selectFrom('sys_dict_type')
      .select(['dict_id', 'dict_names'])
      .where('dict_names', 'is not', null)
      .execute();
    return rows.flatMap(({ dict_id: id, dict_names: names }) => (isNamed(names, name) ? [id] : []));
  }

  #select() {
    return this.#database.query
      .selectFrom('sys_dict_type')
      .select([
        'dict_id as dictId',
        'dict_name as dictName',
        'dict_names as names',
        'dict_type as dictType',
        'status',
        'remark',
        'create_time as createTime',
        'update_time as updateTime',
      ]);
  }
}

function typeTaken(dictType: string) {
  return taken(
    'dictType',
    'DICT_TYPE_TAKEN',
    `The dictionary ${dictType} already exists.`,
    'Choose another type.',
  );
}

const toType = <Row extends { readonly names: string | null }>({ names, ...row }: Row) => ({
  ...row,
  ...(names === null ? {} : { dictNames: namesIn(names) }),
});
