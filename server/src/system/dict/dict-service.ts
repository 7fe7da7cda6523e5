import { DictService, type DictItem } from '@platform/plugin-sdk/core';
import { DEFAULT_TENANT, requestContext } from '../../kernel/index.ts';
import { labelsOf } from './dict-data.ts';
import type { Database } from '../../data/index.ts';

/** An entry with how its label looks. */
export interface DictEntry extends DictItem {
  /** By language, where there are any. */
  readonly labels?: Readonly<Record<string, string>>;
  /** An Element Plus tag type. */
  readonly tag?: string;
}

/**
 * {@link DictService} on `sys_dict_type` and `sys_dict_data`. A tenant that has entries of a type
 * of its own uses those, else the default tenant's. (design 9.1-8, 9.7-51)
 */
export class TableDictService extends DictService {
  readonly #database: Database;

  constructor(database: Database) {
    super();
    this.#database = database;
  }

  override async list(type: string): Promise<DictEntry[]> {
    const tenantId = requestContext.current()?.tenantId ?? DEFAULT_TENANT;
    const rows = await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .selectFrom('sys_dict_data as d')
        .innerJoin('sys_dict_type as t', (join) =>
          join.onRef('t.dict_type', '=', 'd.dict_type').onRef('t.tenant_id', '=', 'd.tenant_id'),
        )
        .where('d.dict_type', '=', type)
        .where('d.tenant_id', 'in', [...new Set([tenantId, DEFAULT_TENANT])])
        .where('t.status', '=', 1)
        .where('d.status', '=', 1)
        .select([
          'd.tenant_id',
          'd.dict_label',
          'd.label_names',
          'd.dict_value',
          'd.dict_sort',
          'd.is_default',
          'd.list_class',
        ])
        .orderBy('d.dict_sort')
        .orderBy('d.dict_code')
        .execute(),
    );
    const own = rows.filter((row) => row.tenant_id === tenantId);
    return (own.length > 0 ? own : rows).map((row) => {
      const labels = labelsOf(row.label_names);
      return {
        label: row.dict_label,
        value: row.dict_value,
        order: row.dict_sort,
        isDefault: row.is_default,
        ...(row.list_class ? { tag: row.list_class } : {}),
        ...(labels ? { labels } : {}),
      };
    });
  }

  override async label(type: string, value: string): Promise<string | undefined> {
    return (await this.list(type)).find((item) => item.value === value)?.label;
  }
}
