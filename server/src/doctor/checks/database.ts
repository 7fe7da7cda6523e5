import { sql } from 'kysely';
import semver from 'semver';
import { compareSchema, hostMigrations, type Database } from '../../data/index.ts';
import { findingsOf, type Finding } from '../finding.ts';
import type { Surroundings } from '../surroundings.ts';

/** Oldest versions with all that the platform's tables and statements need. */
const OLDEST = {
  SQLite: '3.45.0',
  MySQL: '8.0.13',
  MariaDB: '10.6.0',
  PostgreSQL: '14.0.0',
} as const;

type Product = keyof typeof OLDEST;

export async function checkDatabase(surroundings: Surroundings): Promise<Finding[]> {
  const { ok, error } = findingsOf('database');
  const data = await surroundings.data();
  if (!data) return [ok('There is no database yet. The first start makes it.', {}, 'none')];
  const { product, version } = await versionOf(data.database);
  const needed = OLDEST[product];
  const facts = { product, version, needed };
  const number = semver.coerce(version);
  if (number && semver.gte(number, needed)) return [ok(`${product} ${version} answers.`, facts)];
  return [
    error('old', facts, {
      what: `${product} ${version} is too old.`,
      why: `The platform needs ${product} ${needed} or later.`,
      fix: 'Upgrade the database server, after a backup.',
    }),
  ];
}

/** The server's name and version. MariaDB answers as `10.11.6-MariaDB`. */
async function versionOf(database: Database): Promise<{ product: Product; version: string }> {
  const query = {
    sqlite: sql<Row>`select sqlite_version() as version`,
    mysql: sql<Row>`select version() as version`,
    postgres: sql<Row>`select current_setting('server_version') as version`,
  }[database.dialect];
  const { rows } = await query.execute(database.query);
  const version = rows[0]?.version ?? '';
  if (database.dialect === 'sqlite') return { product: 'SQLite', version };
  if (database.dialect === 'postgres') return { product: 'PostgreSQL', version };
  return { product: /mariadb/i.test(version) ? 'MariaDB' : 'MySQL', version };
}

interface Row {
  readonly version: string;
}

/** Whether this version of the platform knows the schema, and what its start will change. */
export async function checkSchema(surroundings: Surroundings): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('schema');
  const data = await surroundings.data();
  if (!data) return [];
  const { database } = data;
  if (!(await database.hasTable('sys_migration'))) {
    return [ok('The database is empty. The first start makes its tables.', {}, 'empty')];
  }
  const { later, least, pending, refusal } = await compareSchema(database, hostMigrations);
  if (later.length > 0 || refusal) {
    const schema = later.at(-1) ?? least ?? '';
    if (refusal) {
      return [
        error(
          'newer',
          { schema },
          {
            what: `The database has the schema ${schema} of a later version of the platform.`,
            why: 'This version cannot start on it.',
            fix: 'Use that version or a later one, or restore a backup.',
          },
        ),
      ];
    }
    return [
      warning(
        'later',
        { schema },
        {
          what: `The database has the schema ${schema} of a later version of the platform, beside which this one runs.`,
          why: 'Features of the later version are missing here, and operations may have to be started there.',
          fix: 'Upgrade this host too.',
        },
      ),
    ];
  }
  if (pending.length > 0) {
    return [
      warning(
        'pending',
        { count: pending.length },
        {
          what: `The next start makes ${pending.length} changes to the platform's tables.`,
          why: 'Earlier versions of the platform may be too old to start afterwards.',
          fix: 'Take a backup before the start: npm run platform -- backup <folder>',
        },
      ),
    ];
  }
  const schema = hostMigrations.at(-1)?.name ?? '';
  return [ok(`The schema ${schema} is the one of this version.`, { schema })];
}
