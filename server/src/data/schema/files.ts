import type { ActorColumns, Defaulted, Enabled, TenantColumn, TimeColumns } from './columns.ts';

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
