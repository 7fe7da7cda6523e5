import { afterAll, describe } from 'vitest';
import type { Dialect } from '../database.ts';
import { creators, type TestDatabase } from './servers.ts';

export type { TestDatabase } from './servers.ts';

/** A new, empty database on each server that answers on loopback, and an SQLite file. */
export async function availableDatabases(): Promise<TestDatabase[]> {
  const attempts = await Promise.all(
    Object.values(creators).map((create) => create().catch(() => undefined)),
  );
  return attempts.flatMap((database) => database ?? []);
}

/**
 * Declares one suite for each database; those that don't answer are skipped by name. Databases are dropped afterwards.
 *
 * @example await describeDatabases('tasks', ({ config }) => { it('…') });
 */
export async function describeDatabases(
  title: string,
  suite: (database: TestDatabase) => void,
): Promise<void> {
  const databases = await availableDatabases();
  for (const database of databases) {
    describe(`${title} on ${database.name}`, () => {
      afterAll(() => database.drop());
      suite(database);
    });
  }
  const missing = (Object.keys(creators) as Dialect[]).filter(
    (name) => !databases.some((database) => database.name === name),
  );
  for (const name of missing) {
    describe.skip(`${title} on ${name}, which does not answer`, () => suite(skippedDatabase(name)));
  }
}

function skippedDatabase(name: Dialect): TestDatabase {
  return { name, config: { type: 'sqlite', file: ':memory:' }, args: [], drop: async () => undefined };
}
