import { isLongRun } from '@platform/package-format/testing';
import { afterAll, describe } from 'vitest';
import type { Dialect } from '../database.ts';
import { testDatabase, type Schema } from './kept-databases.ts';
import { creators, type TestDatabase } from './servers.ts';

export type { TestDatabase } from './servers.ts';

type Suite = (database: TestDatabase) => void;

const dialects = Object.keys(creators) as Dialect[];

/** A database on each server that answers on loopback, and an SQLite file. */
export async function availableDatabases(
  schema: Schema = 'empty',
  asked: readonly Dialect[] = dialects,
): Promise<TestDatabase[]> {
  const attempts = await Promise.all(
    asked.map((dialect) => testDatabase(dialect, schema).catch(() => undefined)),
  );
  return attempts.flatMap((database) => database ?? []);
}

/**
 * Databases that a suite uses in the short run. For suites whose statements others run on each
 * database; `npm run test:long` runs them on all. (design 16-30)
 */
type ShortRun = readonly Dialect[];

type Declared = readonly [suite: Suite] | readonly [inShort: ShortRun, suite: Suite];

/**
 * Declares a suite for each empty database, skips those that do not answer, and drops all
 * afterwards.
 *
 * @example await describeDatabases('tasks', ({ config }) => { it('…') });
 */
export const describeDatabases = (title: string, ...declared: Declared): Promise<void> =>
  describeEach('empty', title, declared);

/** The same for databases with the host's tables, for tests that start a host. */
export const describeHostDatabases = (title: string, ...declared: Declared): Promise<void> =>
  describeEach('host', title, declared);

/** Dialects of a suite. */
export const dialectsOf = (inShort?: ShortRun): readonly Dialect[] =>
  !inShort || isLongRun ? dialects : inShort;

async function describeEach(schema: Schema, title: string, declared: Declared): Promise<void> {
  const [inShort, suite] = declared.length === 1 ? [undefined, declared[0]] : declared;
  const used = dialectsOf(inShort);
  const answering = await availableDatabases(schema, used);
  // Where no server answers, SQLite stands for it.
  const databases = answering.length > 0 ? answering : await availableDatabases(schema, ['sqlite']);
  for (const database of databases) {
    describe(`${title} on ${database.name}`, () => {
      afterAll(() => database.drop());
      suite(database);
    });
  }
  for (const name of dialects.filter((each) => !databases.some((database) => database.name === each))) {
    const reason = used.includes(name) ? 'which does not answer' : 'in the long run';
    describe.skip(`${title} on ${name}, ${reason}`, () => suite(skippedDatabase(name)));
  }
}

function skippedDatabase(name: Dialect): TestDatabase {
  return { name, config: { type: 'sqlite', file: ':memory:' }, args: [], drop: async () => undefined };
}
