import type { ActorColumns, Defaulted, TimeColumns, Timestamp } from './columns.ts';

/** What a version's package holds, so that a plan need not fetch it. (design 2.3) */
export interface AppVersionContentTable {
  version_id: number;
  /** `{ files, scripts, signature, warnings }`. */
  content_json: string;
}

/** Interface tokens of the catalog; only a hash of each is kept. (spec: Authentication 5) */
export interface AppCatalogTokenTable extends TimeColumns, ActorColumns {
  token_id: number;
  name: string;
  /** The first characters, for people to tell tokens apart. */
  token_prefix: string;
  /** SHA-256, hexadecimal. */
  token_hash: string;
  /** None: it does not expire. */
  expire_time: Defaulted<Timestamp | null>;
  last_used_time: Defaulted<Timestamp | null>;
  last_used_ip: Defaulted<string | null>;
  revoked_time: Defaulted<Timestamp | null>;
  /** Login name of who issued it. */
  issued_by: Defaulted<string | null>;
}

/** A key that may publish an application code; it stays when the application goes. (design 9.7-56) */
export interface AppCodeKeyTable extends TimeColumns, ActorColumns {
  app_code: string;
  key_id: string;
  /** Login name of who confirmed it; none for the key that published first. */
  confirmed_by: Defaulted<string | null>;
}

/**
 * A package in the object storage, noted down before it is written. One that no version refers to is swept when it is old
 * enough. (design 4.4)
 */
export interface AppPackageTable extends TimeColumns {
  /** Address of the package, `oss://<oss_id>`. */
  package_url: string;
  /** `config_key` of the storage that holds it. */
  storage: string;
  object_key: string;
  uploaded_time: Timestamp;
  /** How often something was about to refer to it: whoever removes it looks whether this has changed meanwhile. */
  claims: Defaulted<number>;
  /** It is being removed, and may not be referred to any more. */
  removing: Defaulted<boolean>;
}
