import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../kernel/index.ts';
import type { DataRemoval } from '../database/data-removal.ts';
import type { Migrator } from '../database/migrator.ts';
import type { Placement } from '../disk/placement.ts';
import type { ListingStore } from '../records/listing-store.ts';
import type { ScriptFile } from '../disk/migration-folder.ts';
import { assertOwnTables } from '../database/table-owner.ts';
import { ownTables } from '../database/own-tables.ts';
import { writeWhole } from '../disk/files.ts';

export interface DevelopedMigrationsParts {
  readonly dataRemoval: DataRemoval;
  readonly listings: ListingStore;
  readonly logger: Logger;
  readonly migrator: Migrator;
  readonly placement: Placement;
}

/** Runs the scripts of a project in development without a new version. (design 5.4) */
export class DevelopedMigrations {
  readonly #parts: DevelopedMigrationsParts;

  constructor(parts: DevelopedMigrationsParts) {
    this.#parts = parts;
  }

  /**
   * The scripts that {@link run} would run.
   *
   * @throws MIGRATION_CHANGED, MIGRATION_FOREIGN_TABLE (409)
   */
  async pending(appCode: string, scripts: readonly ScriptFile[]): Promise<string[]> {
    await this.#assertOwn(appCode, scripts);
    return (await this.#parts.migrator.preview(appCode, scripts)).scripts;
  }

  /**
   * Runs pending scripts, and keeps them with the package's so that a removal finds their tables.
   *
   * @returns names of the scripts that ran
   * @throws MIGRATION_CHANGED, MIGRATION_FOREIGN_TABLE (409) before anything runs;
   *   SQL_STATEMENT_FAILED
   */
  async run(appCode: string, version: string, scripts: readonly ScriptFile[]): Promise<string[]> {
    const { logger, migrator, placement } = this.#parts;
    const pending = await this.pending(appCode, scripts);
    const folder = placement.migrationFolder(appCode);
    if (pending.length > 0) {
      for (const { name, text } of scripts) await writeWhole(join(folder, name), text);
    }
    return migrator.run(appCode, version, scripts, {
      begin: () => Promise.resolve(),
      log: (line) => logger.info(line, { appCode }),
      progress: () => {},
    });
  }

  /**
   * Removes the application's data from the database, then runs every script.
   *
   * @returns names of the scripts that ran
   * @throws MIGRATION_FOREIGN_TABLE (409) before anything is removed; SQL_STATEMENT_FAILED
   */
  async reset(appCode: string, version: string, scripts: readonly ScriptFile[]): Promise<string[]> {
    const { dataRemoval, logger, placement } = this.#parts;
    await this.#assertOwn(appCode, scripts);
    const tables = await ownTables(this.#parts, appCode);
    await dataRemoval.dropEverything(appCode, tables, {
      log: (line) => logger.warn(line, { appCode }),
      assertCurrent: () => Promise.resolve(),
    });
    await rm(placement.migrationFolder(appCode), { recursive: true, force: true });
    return this.run(appCode, version, scripts);
  }

  async #assertOwn(appCode: string, scripts: readonly ScriptFile[]): Promise<void> {
    const { listings, migrator } = this.#parts;
    assertOwnTables(appCode, migrator.changedTables(scripts), await listings.codes());
  }
}
