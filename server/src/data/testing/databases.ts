import { afterAll, describe } from 'vitest';
import type { Dialect } from '../database.ts';
import { testDatabase, type Schema } from './kept-databases.ts';
import { creators, type TestDatabase } from './servers.ts';

export type { TestDatabase } from './servers.ts';

type Suite = (database: TestDatabase) => void;

const dialects = Object.keys(creators) as Dialect[];

/** A database on each server that answers on loopback, and an SQLite file. */
export async function availableDatabases(schema: Schema = 'empty'): Promise<TestDatabase[]> {
  const attempts = await Promise.all(
    dialects.map((dialect) => testDatabase(dialect, schema).catch(() => undefined)),
  );
  return attempts.flatMap((database) => database ?? []);
}

/**
 * Declares a suite for each empty database, skips those that do not answer, and drops all
 * afterwards.
 *
 * @example await describeDatabases('tasks', ({ config }) => { it('…') });
 */
export const describeDatabases = (title: string, suite: Suite): Promise<void> =>
  describeEach('empty', title, suite);

/** The same for databases with the host's tables, for tests that start a host. */
export const describeHostDatabases = (title: string, suite: Suite): Promise<void> =>
  describeEach('host', title, suite);

async function describeEach(schema: Schema, title: string, suite: Suite): Promise<void> {
  const databases = await availableDatabases(schema);
  for (const database of databases) {
    describe(`${title} on ${database.name}`, () => {
      afterAll(() => database.drop());
      suite(database);
    });
  }
  const missing = dialects.filter((name) => !databases.some((database) => database.name === name));
  for (const name of missing) {
    describe.skip(`${title} on ${name}, which does not answer`, () => suite(skippedDatabase(name)));
  }
}

function skippedDatabase(name: Dialect): TestDatabase {
  return { name, config: { type: 'sqlite', file: ':memory:' }, args: [], drop: async () => undefined };
}
