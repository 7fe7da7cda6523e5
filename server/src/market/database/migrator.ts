import { parseCreatedTables } from '@platform/mapper';
import { scanSql } from '@platform/package-format';
import type { Database } from '../../data/index.ts';
import { PlatformError, type Clock } from '../../kernel/index.ts';
import type { ScriptFile } from '../disk/migration-folder.ts';
import { dialectFindings } from '../packages/statements/check-dialect.ts';
import { migrationsFor, pendingMigrations, type Migration } from './migration-plan.ts';

export interface MigrationPreview {
  readonly scripts: string[];
  readonly tables: string[];
  readonly warnings: Array<{ readonly code: string; readonly message: string }>;
}

export interface MigrationHooks {
  /** Called once before the first pending script. */
  begin(scripts: readonly string[]): Promise<void>;
  log(line: string): void;
  progress(fraction: number): void;
}

/** Runs each script of an application once. (spec: L1; design 4.4) */
export class Migrator {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #afterScripts: () => Promise<void>;

  /** @param afterScripts encrypts the secrets that scripts have inserted */
  constructor(database: Database, clock: Clock, afterScripts: () => Promise<void> = async () => undefined) {
    this.#database = database;
    this.#clock = clock;
    this.#afterScripts = afterScripts;
  }

  /**
   * Runs pending scripts in file name order, then refreshes the list of tenant tables.
   *
   * @returns names of the scripts that ran
   * @throws MIGRATION_CHANGED (409) before anything runs; SQL_STATEMENT_FAILED naming the script
   */
  async run(
    appCode: string,
    version: string,
    files: readonly ScriptFile[],
    hooks: MigrationHooks,
  ): Promise<string[]> {
    const pending = await this.#pending(appCode, files);
    if (pending.length === 0) return [];
    await hooks.begin(pending.map(({ script }) => script));
    for (const [index, migration] of pending.entries()) {
      const durationMs = await this.#runOne(appCode, version, migration).catch(async (error: unknown) => {
        // Tables that were rolled back must not stay known. The first failure is the one to report.
        await this.#database.refreshTenantTables().catch(() => undefined);
        throw inScript(migration.file, error);
      });
      hooks.log(`Ran ${migration.file} in ${durationMs} ms`);
      hooks.progress((index + 1) / pending.length);
    }
    await this.#database.refreshTenantTables();
    await this.#afterScripts();
    return pending.map(({ script }) => script);
  }

  /**
   * Refuses a rollback to a version without scripts that have run, which cannot be undone.
   *
   * @param files scripts of the version to roll back to
   * @throws ROLLBACK_SCHEMA (409) naming the scripts (spec: L1; design 2.3)
   */
  async assertNoneNewer(appCode: string, version: string, files: readonly ScriptFile[]): Promise<void> {
    const known = new Set(migrationsFor(files, this.#database.dialect).map(({ script }) => script));
    const newer = [...(await this.#executed(appCode)).keys()].filter((script) => !known.has(script)).sort();
    if (newer.length === 0) return;
    throw new PlatformError({
      code: 'ROLLBACK_SCHEMA',
      status: 409,
      message: `${appCode} ${version} lacks database scripts that have run since: ${newer.join(', ')}. They cannot be undone.`,
      fix: 'Publish a corrected higher version instead.',
      details: { params: { app: appCode, version, scripts: newer.join(', ') }, scripts: newer },
    });
  }

  /** Tables that the scripts for this dialect create, in order. (spec: L2) */
  tables(files: readonly ScriptFile[]): string[] {
    return migrationsFor(files, this.#database.dialect).flatMap(({ text }) =>
      parseCreatedTables(text, this.#database.dialect),
    );
  }

  /** Tables that the scripts for this dialect create, change, drop or write to. */
  changedTables(files: readonly ScriptFile[]): string[] {
    const uses = migrationsFor(files, this.#database.dialect).flatMap(({ text }) => scanSql(text).tables);
    return [...new Set(uses.filter(({ action }) => action !== 'read').map(({ table }) => table))];
  }

  /**
   * The scripts that {@link run} would run, the tables that they would add, and what they contain
   * that this database lacks.
   *
   * @throws MIGRATION_CHANGED (409)
   */
  async preview(appCode: string, files: readonly ScriptFile[]): Promise<MigrationPreview> {
    const pending = await this.#pending(appCode, files);
    const declared = pending.flatMap(({ text }) => parseCreatedTables(text, this.#database.dialect));
    const exists = await Promise.all(declared.map((table) => this.#database.hasTable(table)));
    return {
      scripts: pending.map(({ script }) => script),
      tables: [...new Set(declared.filter((_, index) => !exists[index]))],
      warnings: pending
        .flatMap(({ script, file, text }) =>
          dialectFindings({ entry: file, script, text }, this.#database.dialect),
        )
        .map(({ code, message }) => ({ code, message })),
    };
  }

  async #pending(appCode: string, files: readonly ScriptFile[]): Promise<Migration[]> {
    return pendingMigrations(migrationsFor(files, this.#database.dialect), await this.#executed(appCode));
  }

  async #executed(appCode: string): Promise<Map<string, string>> {
    const rows = await this.#database.query
      .selectFrom('app_schema_history')
      .select(['script', 'checksum'])
      .where('app_code', '=', appCode)
      .execute();
    return new Map(rows.map((row) => [row.script, row.checksum]));
  }

  /**
   * Script and record share a transaction; MySQL commits DDL at once, so its scripts are
   * idempotent. (spec: L1)
   */
  async #runOne(appCode: string, version: string, migration: Migration): Promise<number> {
    const startedAt = this.#clock.now();
    const run = async (): Promise<void> => {
      await this.#database.executeScript(migration.text);
      await this.#database.query
        .insertInto('app_schema_history')
        .values({
          app_code: appCode,
          script: migration.script,
          checksum: migration.checksum,
          version,
          execution_ms: this.#clock.now() - startedAt,
          executed_at: new Date(this.#clock.now()).toISOString(),
        })
        .execute();
    };
    if (this.#database.dialect === 'mysql') await run();
    else await this.#database.transaction(run);
    return this.#clock.now() - startedAt;
  }
}

/** Adds the script's name to the failure of a statement. */
function inScript(script: string, error: unknown): unknown {
  if (!(error instanceof PlatformError) || error.code !== 'SQL_STATEMENT_FAILED') return error;
  const { code, status, message, fix = '', details } = error;
  return new PlatformError({
    code,
    status,
    message: `${script}: ${message}.`,
    fix,
    details: { ...(details as object), script },
    cause: error,
  });
}
