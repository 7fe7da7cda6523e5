import type { ActorColumns, Defaulted, Enabled, TenantColumn, TimeColumns, Timestamp } from './columns.ts';

/**
 * Unique by tenant and key; applications write keys `<code>.*` with their category. (design 9.1-8)
 */
export interface SysConfigTable extends TenantColumn, TimeColumns, ActorColumns {
  config_id: number;
  config_name: Defaulted<string | null>;
  /** JSON: the name by language. */
  config_names: Defaulted<string | null>;
  config_key: string;
  config_value: Defaulted<string | null>;
  config_category: Defaulted<string | null>;
  /** Belongs to the platform: may be changed, not removed. */
  is_system: Defaulted<boolean>;
  remark: Defaulted<string | null>;
}

export interface SysDictTypeTable extends TenantColumn, TimeColumns, ActorColumns {
  dict_id: number;
  dict_name: string;
  /** JSON: the name by language. */
  dict_names: Defaulted<string | null>;
  /** Unique by tenant. */
  dict_type: string;
  status: Defaulted<Enabled>;
  remark: Defaulted<string | null>;
}

export interface SysDictDataTable extends TenantColumn, TimeColumns, ActorColumns {
  dict_code: number;
  dict_type: string;
  dict_label: string;
  /** Unique by tenant and type. */
  dict_value: string;
  dict_sort: Defaulted<number>;
  /** JSON: the label by language. */
  label_names: Defaulted<string | null>;
  /** Appearance of the label: an Element Plus tag type. */
  list_class: Defaulted<string | null>;
  is_default: Defaulted<boolean>;
  status: Defaulted<Enabled>;
  remark: Defaulted<string | null>;
}

/** A change of a setting's value. */
export interface SysConfigHistoryTable extends TenantColumn, TimeColumns {
  history_id: number;
  config_key: string;
  /** Null before the setting was added, after it was removed, and for secrets. */
  before_value: Defaulted<string | null>;
  after_value: Defaulted<string | null>;
  is_secret: boolean;
  change_kind: 'added' | 'changed' | 'removed';
  user_id: Defaulted<number | null>;
  user_name: Defaulted<string | null>;
}

export interface SysNoticeTable extends TenantColumn, TimeColumns, ActorColumns {
  notice_id: number;
  title: string;
  /** `notice` or `announcement`. */
  notice_type: string;
  content: Defaulted<string | null>;
  status: Defaulted<Enabled>;
  /** Texts such as `role:clerk` and `user:12`; null for the whole tenant. */
  audience_json: Defaulted<string | null>;
  visible_from: Defaulted<Timestamp | null>;
  visible_until: Defaulted<Timestamp | null>;
  /** When it was put into the inboxes; null before that. */
  announced_at: Defaulted<Timestamp | null>;
  /** Null for notices of earlier versions, which were sent when they were published. */
  awaits_sending: Defaulted<boolean | null>;
}
