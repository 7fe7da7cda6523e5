import type { Generated } from 'kysely';

/** ISO 8601, UTC, with milliseconds: `2026-01-31T08:00:00.000Z`. */
export type Timestamp = string;

/** A column with a default in the database, optional in inserts. */
export type Defaulted<T> = Generated<T>;

/** Filled by the data layer. */
export interface TimeColumns {
  create_time: Generated<Timestamp>;
  update_time: Generated<Timestamp>;
}

/** Filled by the data layer with the current user, if any. */
export interface ActorColumns {
  create_by: Generated<number | null>;
  update_by: Generated<number | null>;
}

/** Filled, filtered and guarded by the data layer. (design 2.1) */
export interface TenantColumn {
  tenant_id: Generated<string>;
}

/** 1 enabled, 0 disabled. */
export type Enabled = 0 | 1;
