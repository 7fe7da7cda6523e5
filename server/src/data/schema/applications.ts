import type { ActorColumns, Defaulted, TenantColumn, TimeColumns, Timestamp } from './columns.ts';

/** 0 unlisted, 1 listed. */
export type ListingStatus = 0 | 1;
/** 0 pending publication, 1 published, 2 unlisted, 3 deprecated. */
export type VersionStatus = 0 | 1 | 2 | 3;
/** 0 disabled, 1 enabled, 2 installing, 3 upgrading, 4 uninstalling, 9 failed. */
export type InstallStatus = 0 | 1 | 2 | 3 | 4 | 9;
/** The result of checking a package's signature. */
export type SignatureState = 'signed' | 'unsigned' | 'invalid' | 'unverifiable';
export type TaskStatus = 'running' | 'succeeded' | 'failed';
export type TaskKind = 'install' | 'upgrade' | 'uninstall' | 'deploy' | 'enable' | 'disable' | 'rollback';

/** A listing record. (spec: Records kept by the host) */
export interface AppInfoTable extends TimeColumns, ActorColumns {
  app_id: number;
  app_code: string;
  name: string;
  description: Defaulted<string | null>;
  icon: Defaulted<string | null>;
  category: Defaulted<string | null>;
  author: Defaulted<string | null>;
  homepage: Defaulted<string | null>;
  /** `ListingTexts`: as the application ships them, and as the publisher translates them. */
  shipped_json: Defaulted<string | null>;
  /** Names in other languages, one a line, for the search. */
  other_names: Defaulted<string | null>;
  other_descriptions: Defaulted<string | null>;
  status: Defaulted<ListingStatus>;
  latest_version: Defaulted<string | null>;
  /** Key that first published the code. (design 9.7-56) */
  owner_key_id: Defaulted<string | null>;
}

export interface AppVersionTable extends TimeColumns, ActorColumns {
  version_id: number;
  app_id: number;
  app_code: string;
  version: string;
  status: Defaulted<VersionStatus>;
  release_time: Defaulted<Timestamp | null>;
  release_notes: Defaulted<string | null>;
  package_url: string;
  package_size: number;
  package_md5: string;
  package_sha256: string;
  manifest_json: string;
  signature_state: SignatureState;
  signer_key_id: Defaulted<string | null>;
  deprecate_reason: Defaulted<string | null>;
  /** Login name of the user who saved the version. */
  publisher: Defaulted<string | null>;
}

/** An installation of a tenant; unique by tenant and application. */
export interface AppInstallTable extends TenantColumn, TimeColumns, ActorColumns {
  install_id: number;
  app_code: string;
  version: string;
  previous_version: Defaulted<string | null>;
  status: InstallStatus;
  /** `{ stage, code, message, fix }` of the last failure. */
  failure_json: Defaulted<string | null>;
  /** Login name. */
  installed_by: Defaulted<string | null>;
  installed_at: Timestamp;
}

/** Menus of each version, without buttons. (spec: M2) */
export interface AppVersionMenuTable extends TimeColumns {
  app_code: string;
  version: string;
  menu_key: string;
  menu_id: number;
  content_hash: string;
}

/** Executed migration scripts, by application and script. (spec: L1) */
export interface AppSchemaHistoryTable {
  app_code: string;
  script: string;
  /** SHA-256, hexadecimal. */
  checksum: string;
  version: string;
  execution_ms: number;
  executed_at: Timestamp;
}

/** A journaled operation. (design 4.4) */
export interface AppTaskTable extends TenantColumn, TimeColumns {
  task_id: number;
  app_code: string;
  kind: TaskKind;
  /** Target version, for kinds that have one. */
  version: Defaulted<string | null>;
  status: TaskStatus;
  current_step: Defaulted<string | null>;
  /** 0 to 100. */
  progress: Defaulted<number>;
  log_text: Defaulted<string>;
  /** `[{ name, status, startedAt, durationMs }]`. */
  steps_json: Defaulted<string>;
  report_json: Defaulted<string | null>;
  /** `{ stage, code, message, fix, loadStage? }`. */
  failure_json: Defaulted<string | null>;
  /** Data that a restart needs to finish or roll back the task. */
  journal_json: Defaulted<string | null>;
  /** Login name of the user who started it. */
  actor: Defaulted<string | null>;
  owner_node: string;
}
