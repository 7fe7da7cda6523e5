import type { ActorColumns, Defaulted, Enabled, TenantColumn, TimeColumns, Timestamp } from './columns.ts';

/** A stored object. */
export interface SysOssTable extends TenantColumn, TimeColumns, ActorColumns {
  oss_id: number;
  /** `config_key` of its storage. */
  storage: string;
  object_key: string;
  original_name: string;
  content_type: string;
  /** Bytes. */
  size: number;
  etag: Defaulted<string | null>;
  /** `private` objects lie where no web server reaches them. */
  visibility: 'private' | 'public';
  /** Storing application; null for the host. */
  app_code: Defaulted<string | null>;
  /** Permission that allows reading it, besides its uploader and `system:oss:query`. */
  permission: Defaulted<string | null>;
}

/** Files on their way from one storage to another. (design 12.1-8) */
export interface SysOssMoveTable extends TimeColumns, ActorColumns {
  move_id: number;
  /** `config_key` of both storages. */
  from_storage: string;
  to_storage: string;
  state: 'running' | 'done' | 'failed' | 'canceled';
  total: number;
  moved: number;
  failed: number;
  error: Defaulted<string | null>;
  /** Host that works on it; `update_time` is its last sign of life. */
  owner: Defaulted<string | null>;
}

/**
 * Content that no row names any more, and that is removed later: the old copy of a moved file after
 * a day, that of a removed one once no backup copies it. (design 11.8-12, 12.1-8)
 */
export interface SysOssLeftoverTable {
  leftover_id: number;
  oss_id: number;
  storage: string;
  object_key: string;
  visibility: 'private' | 'public';
  remove_at: Timestamp;
}

/** A backup that is being taken, and keeps the content of removed objects. */
export interface SysBackupTable extends TimeColumns {
  backup_id: string;
  /** Milliseconds since 1970, by the database's clock. */
  until_ms: number;
}

/**
 * A storage; all are disabled by default and at most one is enabled. (spec: Records kept by the
 * host)
 */
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
  /** Prefix of all object keys. */
  prefix: Defaulted<string | null>;
  /** Bucket of private objects; null: `private/` in the public one. */
  private_bucket: Defaulted<string | null>;
  /** Public address of objects; null: presigned addresses. */
  public_url: Defaulted<string | null>;
  /** Public S3 address for signed links to private objects; null: links go through the host. */
  public_endpoint: Defaulted<string | null>;
  path_style: Defaulted<boolean>;
  status: Defaulted<Enabled>;
  remark: Defaulted<string | null>;
}
