import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isMissing,
  PlatformError,
  reasonOf,
  requestContext,
  type Clock,
  type Logger,
} from '../../kernel/index.ts';
import { withSchemaLock } from '../migrations/schema-lock.ts';
import type { SqlDatabase } from '../sql-database.ts';

export interface OperatorScriptsOptions {
  /** `platform.sql-dir`: has `files/*.sql` and `update/*.sql`; a missing folder has no scripts. */
  readonly directory: string;
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Script {
  /** `files/010-regions.sql` */
  readonly name: string;
  readonly text: string;
  /** SHA-256 in hexadecimal digits. */
  readonly checksum: string;
}

/**
 * The operator's SQL (spec: Deployment layout, `./sql`; design 11.6).
 *
 * Scripts run in the order of their file names, statement by statement, each in a transaction where
 * the database rolls definitions back. `sys_sql_script` records name and checksum.
 */
export class OperatorScripts {
  readonly #options: OperatorScriptsOptions;

  constructor(options: OperatorScriptsOptions) {
    this.#options = options;
  }

  /**
   * Runs `files/*.sql`, which belong to the first import: also those that an earlier import ran.
   *
   * @throws SQL_SCRIPT_FAILED naming file, statement and line
   */
  async runFiles(): Promise<void> {
    for (const script of await this.#read('files')) await this.#run(script);
  }

  /**
   * Runs each script of `update` that has not run with this content. Several nodes may start at
   * once.
   *
   * @throws SQL_SCRIPT_FAILED naming file, statement and line
   */
  async runUpdates(): Promise<void> {
    const scripts = await this.#read('update');
    if ((await this.#pending(scripts)).length === 0) return;
    await withSchemaLock(this.#options.database, async () => {
      for (const script of await this.#pending(scripts)) await this.#run(script);
    });
  }

  async #pending(scripts: readonly Script[]): Promise<readonly Script[]> {
    if (scripts.length === 0) return [];
    const rows = await this.#options.database.query
      .selectFrom('sys_sql_script')
      .select(['name', 'checksum'])
      .execute();
    const ran = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    return scripts.filter(({ name, checksum }) => ran.get(name) !== checksum);
  }

  async #read(folder: 'files' | 'update'): Promise<Script[]> {
    const path = join(this.#options.directory, folder);
    const names = await sqlFilesIn(path);
    return Promise.all(
      names.map(async (name) => {
        const content = await readFile(join(path, name)).catch((error: unknown) => {
          throw unreadable(join(path, name), error);
        });
        return {
          name: `${folder}/${name}`,
          text: content.toString('utf8').replace(/^\uFEFF/, ''),
          checksum: createHash('sha256').update(content).digest('hex'),
        };
      }),
    );
  }

  async #run({ name, text, checksum }: Script): Promise<void> {
    const { database, clock, logger } = this.#options;
    const run = async (): Promise<number> => {
      const { statements } = await database.executeScript(text);
      await database.query.deleteFrom('sys_sql_script').where('name', '=', name).execute();
      const executed_at = new Date(clock.now()).toISOString();
      await database.query.insertInto('sys_sql_script').values({ name, checksum, executed_at }).execute();
      return statements;
    };
    try {
      // Its scripts commit by themselves on MySQL, which ends a transaction at each definition.
      const transactional = database.dialect !== 'mysql';
      const statements = await requestContext.runIgnoringTenant(() =>
        transactional ? database.transaction(run) : run(),
      );
      logger.info(`The operator's script ${name} was run`, { statements });
    } catch (error) {
      throw new PlatformError({
        code: 'SQL_SCRIPT_FAILED',
        message: `The script ${join(this.#options.directory, name)} failed. ${reasonOf(error)}`,
        fix: 'Correct the script and start the host again: the script runs again as a whole.',
        details: error instanceof PlatformError ? error.details : undefined,
        cause: error,
      });
    }
  }
}

/**
 * Names of the scripts in a folder, in the order in which they run; none if it is missing.
 *
 * @throws SQL_SCRIPT_FAILED if it cannot be read
 */
export async function sqlFilesIn(path: string): Promise<string[]> {
  return (await namesIn(path)).filter((name) => name.toLowerCase().endsWith('.sql')).sort();
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): PlatformError {
  return new PlatformError({
    code: 'SQL_SCRIPT_FAILED',
    message: `${path} cannot be read: ${reasonOf(cause)}`,
    fix: 'Let the user that runs the host read the folder of platform.sql-dir.',
    cause,
  });
}
