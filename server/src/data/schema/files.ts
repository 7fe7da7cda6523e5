import type { ActorColumns, Defaulted, Enabled, TenantColumn, TimeColumns } from './columns.ts';

/** A stored object. */
export interface SysOssTable extends TenantColumn, TimeColumns, ActorColumns {
  oss_id: number;
  /** `config_key` of the storage that holds it. */
  storage: string;
  object_key: string;
  original_name: string;
  content_type: string;
  /** Bytes. */
  size: number;
  etag: Defaulted<string | null>;
}

/** A storage; all are disabled by default and at most one is enabled. (spec: Records kept by the host) */
export interface SysOssConfigTable extends TimeColumns, ActorColumns {
  oss_config_id: number;
  /** Unique. */
  config_key: string;
  storage_type: 'local' | 's3';
  bucket: Defaulted<string | null>;
  endpoint: Defaulted<string | null>;
  region: Defaulted<string | null>;
  access_key: Defaulted<string | null>;
  secret_key: Defaulted<string | null>;
  /** Put before every object key. */
  prefix: Defaulted<string | null>;
  /** Address that browsers reach objects at; none: presigned addresses. */
  public_url: Defaulted<string | null>;
  path_style: Defaulted<boolean>;
  status: Defaulted<Enabled>;
  remark: Defaulted<string | null>;
}
