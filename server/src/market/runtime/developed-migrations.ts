import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScriptFile } from '../migrations/migration-plan.ts';
import { assertOwnTables } from '../migrations/table-owner.ts';
import { ownTables } from '../operations/own-tables.ts';
import type { OperationServices } from '../operations/services.ts';
import { writeWhole } from '../placement/files.ts';

export type DevelopedMigrationsParts = Pick<
  OperationServices,
  'dataRemoval' | 'listings' | 'logger' | 'migrator' | 'placement'
>;

/** The scripts of a project that is being written, run on the host that it is developed on, without another version. (design 5.4) */
export class DevelopedMigrations {
  readonly #parts: DevelopedMigrationsParts;

  constructor(parts: DevelopedMigrationsParts) {
    this.#parts = parts;
  }

  /**
   * What {@link run} would run.
   * @throws MIGRATION_CHANGED, MIGRATION_FOREIGN_TABLE
   */
  async pending(appCode: string, scripts: readonly ScriptFile[]): Promise<string[]> {
    await this.#assertOwn(appCode, scripts);
    return (await this.#parts.migrator.preview(appCode, scripts)).scripts;
  }

  /**
   * Runs what has not run yet. The scripts are kept with those that the package brought: a removal has to know the tables.
   * @returns the scripts that were run
   * @throws MIGRATION_CHANGED, MIGRATION_FOREIGN_TABLE before anything runs; SQL_STATEMENT_FAILED
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
   * Removes what the application keeps in the database, and runs every script.
   * @returns the scripts that were run
   * @throws MIGRATION_FOREIGN_TABLE before anything is removed; SQL_STATEMENT_FAILED
   */
  async reset(appCode: string, version: string, scripts: readonly ScriptFile[]): Promise<string[]> {
    const { dataRemoval, logger, placement } = this.#parts;
    await this.#assertOwn(appCode, scripts);
    const tables = await ownTables(this.#parts, appCode);
    await dataRemoval.dropEverything(appCode, tables, (line) => logger.warn(line, { appCode }));
    await rm(placement.migrationFolder(appCode), { recursive: true, force: true });
    return this.run(appCode, version, scripts);
  }

  async #assertOwn(appCode: string, scripts: readonly ScriptFile[]): Promise<void> {
    const { listings, migrator } = this.#parts;
    assertOwnTables(appCode, migrator.tables(scripts), await listings.codes());
  }
}
