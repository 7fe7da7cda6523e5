import type { Finding, Severity } from '../finding.ts';
import { FILLABLE, type RowWrite } from '../sql/row-writes.ts';
import { scanSql, type SqlScan, type TableUse } from '../sql/scan.ts';
import type { ReadEntry } from './read-entries.ts';

export interface ScannedScript {
  entry: string;
  /** Undefined for an unreadable script. */
  scan: SqlScan | undefined;
  /** Why the script is unreadable: too long, not UTF-8, or with a byte order mark. */
  unreadable?: 'MIGRATION_TOO_LONG' | 'MIGRATION_ENCODING';
}

/** Tables of the host. */
const HOST = /^(sys|app)_/;
/** Catalogues of the databases, which a script may read. */
const CATALOGUE = /^(information_schema|pg_catalog|sqlite_master|sqlite_schema)(\.|$)/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function scanScript({ name, content }: ReadEntry): ScannedScript {
  if (!content) return { entry: name, scan: undefined, unreadable: 'MIGRATION_TOO_LONG' };
  try {
    const text = utf8.decode(content);
    if (!text.startsWith('\ufeff')) return { entry: name, scan: scanSql(text) };
  } catch {
    // The return value below reports it.
  }
  return { entry: name, scan: undefined, unreadable: 'MIGRATION_ENCODING' };
}

/**
 * Checks that scripts touch only tables of the application, `sys_config` and `sys_dict_*`.
 *
 * `sys_menu` is never allowed. (spec: M1)
 */
export function checkMigrations(
  scripts: readonly ScannedScript[],
  code: string,
  dependencies: readonly string[] = [],
): Finding[] {
  const prefix = prefixOf(code);
  const others = dependencies.map(prefixOf);
  const ownIndexes = new Set(scripts.flatMap(({ scan }) => scan?.indexes.created ?? []));
  return scripts.flatMap(({ entry, scan, unreadable }) => {
    const finding = (
      severity: Severity,
      id: string,
      line: number | undefined,
      message: string,
      fix: string,
    ): Finding => {
      const pointer = line === undefined ? undefined : `line ${line}`;
      return {
        code: id,
        severity,
        entry,
        pointer,
        message: `${entry}${pointer ? `, ${pointer}` : ''}: ${message}`,
        fix,
      };
    };
    if (!scan) {
      const [message, fix] =
        unreadable === 'MIGRATION_ENCODING'
          ? [
              'the script is not UTF-8, or starts with a byte order mark.',
              'Save it as UTF-8 without a byte order mark.',
            ]
          : ['the script is too long to be checked.', 'Split it.'];
      return [finding('error', unreadable ?? 'MIGRATION_TOO_LONG', undefined, message, fix)];
    }
    return [
      ...scan.refused.map(({ line, what }) =>
        finding(
          'error',
          'MIGRATION_STATEMENT_REFUSED',
          line,
          `${what}.`,
          'Split it, and use plain statements for tables, indexes and rows.',
        ),
      ),
      ...scan.ambiguities.map(({ line, what }) =>
        finding(
          'error',
          'MIGRATION_AMBIGUOUS',
          line,
          `${what}: databases read this differently.`,
          `Write texts as '…' with '' inside, names plain or as "…", and comments as -- … or /* … */.`,
        ),
      ),
      ...scan.rows.flatMap((write) =>
        foreignRows(write, code, prefix).map((message) =>
          finding(
            'error',
            'MIGRATION_FOREIGN_ROWS',
            write.line,
            message,
            `Identify own rows by literals: config_key '${code}.…', config_category '${code}' or '${code}.private', dict_type '${prefix}…'.`,
          ),
        ),
      ),
      ...scan.viewed
        .filter(({ table }) => !isOwn(table, prefix))
        .map(({ table, line }) =>
          finding(
            'error',
            'MIGRATION_FOREIGN_TABLE',
            line,
            `it creates a view of ${table}, which does not belong to the application.`,
            'Read the table by a mapper of its own application.',
          ),
        ),
      ...scan.indexes.dropped
        .filter(({ name }) => !name.startsWith(prefix) && !ownIndexes.has(name))
        .map(({ name, line }) =>
          finding(
            'error',
            'MIGRATION_FOREIGN_TABLE',
            line,
            `it drops the index ${name}, which no script of the application creates.`,
            `Drop own indexes only, or name the table: drop index … on ${prefix}….`,
          ),
        ),
      ...scan.tables.flatMap((use) => {
        const judged = judge(use, prefix, others);
        return judged ? [finding(judged.severity, judged.code, use.line, judged.message, judged.fix)] : [];
      }),
    ];
  });
}

/** Prefix of an application's tables. */
const prefixOf = (code: string): string => `${code.replaceAll('-', '_')}_`;

/** A name before a dot is a schema, whatever its prefix. */
const isOwn = (table: string, prefix: string): boolean =>
  table.startsWith(prefix) && !table.includes('.') && !HOST.test(table);

function judge(
  { table, action, copied = false }: TableUse,
  prefix: string,
  dependencies: readonly string[],
): { severity: Severity; code: string; message: string; fix: string } | undefined {
  const verb = {
    create: 'creates',
    alter: 'changes',
    drop: 'drops',
    write: 'writes to',
    read: 'reads',
  }[action];
  if (/(^|\.)sys_(role_)?menu$/.test(table)) {
    const message = `it ${verb} ${table}, but menus may be declared in app.json only (M1).`;
    return {
      severity: 'error',
      code: 'MIGRATION_TOUCHES_MENU',
      message,
      fix: 'Declare the menu in app.json.',
    };
  }
  if (isOwn(table, prefix)) return undefined;
  if (FILLABLE.test(table) && (action === 'write' || action === 'read')) return undefined;
  if (action === 'read' && !HOST.test(table)) {
    if (CATALOGUE.test(table)) return undefined;
    if (copied && !dependencies.some((dependency) => isOwn(table, dependency))) {
      return {
        severity: 'error',
        code: 'MIGRATION_COPIES_FOREIGN_ROWS',
        message: `it writes rows that it reads from ${table}, which belongs to another application.`,
        fix: 'Declare that application in dependencies of app.json, or read its rows through its services.',
      };
    }
    const message = `it reads ${table}, which does not belong to the application.`;
    return {
      severity: 'warning',
      code: 'MIGRATION_READS_FOREIGN_TABLE',
      message,
      fix: 'Make sure that the table exists on every host.',
    };
  }
  const message = `it ${verb} ${table}, which does not belong to the application.`;
  return {
    severity: 'error',
    code: 'MIGRATION_FOREIGN_TABLE',
    message,
    fix: `Start the names of own tables with ${prefix}.`,
  };
}

/** Finds writes to rows of other applications in `sys_config` and `sys_dict_*`. (design 9.1-8) */
function foreignRows({ table, values, unclear }: RowWrite, code: string, prefix: string): string[] {
  const foreign = values.filter(
    ({ column, text }) =>
      !{
        config_key: text.startsWith(`${code}.`),
        config_category: text === code || text === `${code}.private`,
        dict_type: text.startsWith(prefix),
      }[column],
  );
  return [
    ...(unclear === undefined
      ? []
      : [`it writes rows of ${table} whose owner cannot be determined: ${unclear}.`]),
    ...foreign.map(
      ({ column, text }) =>
        `it writes rows of ${table} with the ${column} "${text}", which does not belong to the application.`,
    ),
  ];
}
