import type { Kysely } from 'kysely';
import type { Dialect } from '../database.ts';
import type { HostSchema } from '../schema/index.ts';

export interface MigrationContext {
  /** Without tenant filter and filled columns. */
  readonly db: Kysely<HostSchema>;
  readonly dialect: Dialect;
}

/** One step of the host's own schema. It must bear being run again after an interruption. */
export interface Migration {
  /** `0001-applications`; the order of names is the order of execution, and a name never changes. */
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}
