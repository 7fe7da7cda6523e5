import type { Kysely } from 'kysely';
import type { Dialect } from '../database.ts';
import type { HostSchema } from '../schema/index.ts';

export interface MigrationContext {
  /** Without tenant filter and filled columns. */
  readonly db: Kysely<HostSchema>;
  readonly dialect: Dialect;
}

/** One step of the host's schema. It must be safe to run again after an interruption. */
export interface Migration {
  /** `0001-applications`. Names define the order and never change. */
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}
