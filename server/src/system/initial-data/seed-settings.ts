import type { Database, Ids } from '../../data/index.ts';

interface SeedDictionary {
  readonly type: string;
  readonly name: string;
  readonly chinese: string;
  readonly entries: ReadonlyArray<
    readonly [value: string, label: string, chinese: string, listClass: string]
  >;
}

const dictionaries: readonly SeedDictionary[] = [
  {
    type: 'sys_enabled',
    name: 'Enabled or disabled',
    chinese: '启用状态',
    entries: [
      ['1', 'Enabled', '启用', 'success'],
      ['0', 'Disabled', '停用', 'info'],
    ],
  },
  {
    type: 'sys_yes_no',
    name: 'Yes or no',
    chinese: '是否',
    entries: [
      ['true', 'Yes', '是', 'success'],
      ['false', 'No', '否', 'info'],
    ],
  },
  {
    type: 'sys_notice_type',
    name: 'Kinds of notices',
    chinese: '公告类型',
    entries: [
      ['notice', 'Notice', '通知', 'primary'],
      ['announcement', 'Announcement', '公告', 'warning'],
    ],
  },
];

const namesOf = ({ chinese }: SeedDictionary): string => JSON.stringify({ 'zh-CN': chinese });

/**
 * Dictionaries of the platform that are missing, with their entries. Those of a platform from
 * before dictionaries had names in further languages get them, unless they have been renamed.
 */
export async function seedDictionaries(database: Database, ids: Ids): Promise<void> {
  const rows = await database.query
    .selectFrom('sys_dict_type')
    .select(['dict_type', 'dict_name', 'dict_names'])
    .execute();
  const present = new Map(rows.map((row) => [row.dict_type, row]));
  for (const dictionary of dictionaries) {
    const row = present.get(dictionary.type);
    if (row?.dict_name !== dictionary.name || row.dict_names !== null) continue;
    await database.query
      .updateTable('sys_dict_type')
      .set({ dict_names: namesOf(dictionary) })
      .where('dict_type', '=', dictionary.type)
      .execute();
  }
  for (const dictionary of dictionaries.filter(({ type }) => !present.has(type))) {
    await database.query
      .insertInto('sys_dict_type')
      .values({
        dict_id: ids.next(),
        dict_type: dictionary.type,
        dict_name: dictionary.name,
        dict_names: namesOf(dictionary),
        status: 1,
      })
      .execute();
    await database.query
      .insertInto('sys_dict_data')
      .values(
        dictionary.entries.map(([value, label, chinese, listClass], index) => ({
          dict_code: ids.next(),
          dict_type: dictionary.type,
          dict_value: value,
          dict_label: label,
          label_names: JSON.stringify({ 'zh-CN': chinese }),
          list_class: listClass,
          dict_sort: index + 1,
          status: 1 as const,
        })),
      )
      .execute();
  }
}

/**
 * The storages that an operator may configure and enable; none is enabled. (spec: Records kept by
 * the host)
 */
export async function seedStorages(database: Database, ids: Ids): Promise<void> {
  const rows = await database.query.selectFrom('sys_oss_config').select('config_key').execute();
  const present = new Set(rows.map((row) => row.config_key));
  const storages = [
    {
      config_key: 'local',
      storage_type: 'local' as const,
      remark: 'The upload folder of the data directory',
    },
    {
      config_key: 's3',
      storage_type: 's3' as const,
      bucket: 'platform',
      region: 'us-east-1',
      remark: 'Any object storage with an S3 API',
    },
  ].filter((storage) => !present.has(storage.config_key));
  for (const storage of storages) {
    await database.query
      .insertInto('sys_oss_config')
      .values({ oss_config_id: ids.next(), status: 0, ...storage })
      .execute();
  }
}
