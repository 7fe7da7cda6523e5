import type { ActorColumns, Defaulted, TimeColumns, Timestamp } from './columns.ts';

/** Content of a version's package, so that a plan need not fetch it. (design 2.3) */
export interface AppVersionContentTable {
  version_id: number;
  /** `{ files, scripts, signature, warnings }`. */
  content_json: string;
}

/** Access tokens of the catalog, stored as hashes. (spec: Authentication 5) */
export interface AppCatalogTokenTable extends TimeColumns, ActorColumns {
  token_id: number;
  name: string;
  /** First characters, which identify a token for people. */
  token_prefix: string;
  /** SHA-256, hexadecimal. */
  token_hash: string;
  /** Null: never expires. */
  expire_time: Defaulted<Timestamp | null>;
  last_used_time: Defaulted<Timestamp | null>;
  last_used_ip: Defaulted<string | null>;
  revoked_time: Defaulted<Timestamp | null>;
  /** Login name of the issuer. */
  issued_by: Defaulted<string | null>;
}

/** A key that may publish an application code. It outlives the application. (design 9.7-56) */
export interface AppCodeKeyTable extends TimeColumns, ActorColumns {
  app_code: string;
  key_id: string;
  /** Login name of the confirming user; null for the key of the first publication. */
  confirmed_by: Defaulted<string | null>;
}

/**
 * A package in the object storage, recorded before it is written.
 *
 * An old one without a version is removed. (design 4.4)
 */
export interface AppPackageTable extends TimeColumns {
  /** Address of the package, `oss://<oss_id>`. */
  package_url: string;
  /** `config_key` of its storage. */
  storage: string;
  object_key: string;
  uploaded_time: Timestamp;
  /** Number of attempted references, by which a removal detects concurrent ones. */
  claims: Defaulted<number>;
  /** Set during a removal; no new reference is allowed. */
  removing: Defaulted<boolean>;
}
