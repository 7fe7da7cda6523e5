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
  /** `private` objects lie where no web server serves them. */
  visibility: 'private' | 'public';
  /** The application that stored it; none: the host. */
  app_code: Defaulted<string | null>;
  /** Whoever has it may read the object, besides its uploader and holders of `system:oss:query`. */
  permission: Defaulted<string | null>;
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
  /** Bucket of private objects; none: `private/` in the other one. */
  private_bucket: Defaulted<string | null>;
  /** Address that browsers reach objects at; none: presigned addresses. */
  public_url: Defaulted<string | null>;
  /** S3 address that browsers reach, which links to private objects are signed for; none: they go through the host. */
  public_endpoint: Defaulted<string | null>;
  path_style: Defaulted<boolean>;
  status: Defaulted<Enabled>;
  remark: Defaulted<string | null>;
}
