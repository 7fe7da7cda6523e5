import type * as kysely from 'kysely';
import { expect, it } from 'vitest';
import { providedModules } from './provided-modules.ts';

const shared = providedModules.get('kysely') as typeof kysely;
const dialect: kysely.Dialect = {
  createAdapter: () => new shared.PostgresAdapter(),
  createDriver: () => new shared.DummyDriver(),
  createIntrospector: (database) => new shared.PostgresIntrospector(database),
  createQueryCompiler: () => new shared.PostgresQueryCompiler(),
};
const query = new shared.Kysely<{ one: { id: number } }>({ dialect });
const made: Record<string, object> = {
  query,
  executor: query.getExecutor(),
  select: query.selectFrom('one'),
  'select in another': query.selectFrom('one').as('x'),
  insert: query.insertInto('one'),
  update: query.updateTable('one'),
  delete: query.deleteFrom('one'),
  merge: query.mergeInto('one'),
  with: query.with('x', (db) => db.selectFrom('one')),
  raw: shared.sql`1`,
  'raw with a name': shared.sql`1`.as('x'),
  schema: query.schema,
  'table to be': query.schema.createTable('x'),
  transaction: query.transaction(),
  'transaction that is held': query.startTransaction(),
  connection: query.connection(),
  introspection: query.introspection,
  adapter: query.getExecutor().adapter,
  driver: dialect.createDriver(),
  compiler: dialect.createQueryCompiler(),
  expression: shared.expressionBuilder<{ one: { id: number } }, 'one'>()('id', '=', 1),
};

it.each(Object.entries(made))('findings: security 14: the class of %s is frozen', (_name, object) => {
  let prototype = Object.getPrototypeOf(object) as object;
  expect(prototype).not.toBe(Object.prototype);
  while (prototype !== Object.prototype && prototype !== Function.prototype) {
    expect([Object.isFrozen(prototype), Object.isFrozen(prototype.constructor)]).toEqual([true, true]);
    prototype = Object.getPrototypeOf(prototype) as object;
  }
});

it('findings: security 14: functions that the host uses are frozen', () => {
  const evil = (): never => {
    throw new Error('evil');
  };
  expect(() => Object.assign(shared.sql, { raw: evil })).toThrow(TypeError);
  expect(() => Object.assign(shared.SelectQueryNode, { createFrom: evil })).toThrow(TypeError);
  expect(() => Object.assign(shared.Kysely.prototype, { selectFrom: evil })).toThrow(TypeError);
  expect(query.selectFrom('one').select('id').compile().sql).toBe('select "id" from "one"');
});
