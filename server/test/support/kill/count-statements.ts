import { effects, replaceMethods } from './effects.ts';

/** Whether a statement changes something. */
export const writes = (sql: unknown): boolean => !/^\s*(select|pragma|explain|show|set)\b/i.test(textOf(sql));

const textOf = (sql: unknown): string =>
  typeof sql === 'string'
    ? sql
    : String((sql as { sql?: unknown; text?: unknown }).sql ?? (sql as { text?: unknown }).text);

/** A statement as it is reported. */
export const shown = (sql: unknown): string => textOf(sql).replace(/\s+/g, ' ').slice(0, 100);

/** Counts every statement that writes. */
export async function countSqliteStatements(): Promise<void> {
  const { DatabaseSync, StatementSync } = await import('node:sqlite');
  replaceMethods(
    DatabaseSync.prototype,
    ['exec'],
    (original) =>
      function (sql) {
        if (writes(sql)) effects.before(() => shown(sql));
        return original.call(this, sql);
      },
  );
  replaceMethods(
    StatementSync.prototype,
    ['run', 'all', 'get', 'iterate'],
    (original) =>
      function (...args) {
        const { sourceSQL } = this as { readonly sourceSQL: string };
        if (writes(sourceSQL)) effects.before(() => shown(sourceSQL));
        return original.apply(this, args);
      },
  );
}

/**
 * Counts every writing statement twice: before it is sent, and between its sending and its
 * response.
 */
export async function countMysqlStatements(): Promise<void> {
  const { default: mysql } = await import('mysql2');
  countSending(Object.getPrototypeOf(mysql.Connection.prototype) as object);
}

/** The same for PostgreSQL. */
export async function countPostgresStatements(): Promise<void> {
  const { default: pg } = await import('pg');
  countSending(pg.Client.prototype);
}

function countSending(client: object): void {
  replaceMethods(
    client,
    ['query'],
    (original) =>
      function (...args) {
        if (!writes(args[0])) return original.apply(this, args);
        effects.before(() => `before: ${shown(args[0])}`);
        const pending = original.apply(this, args);
        effects.before(() => `sent: ${shown(args[0])}`);
        return pending;
      },
  );
}
