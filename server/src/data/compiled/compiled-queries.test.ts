import {
  DummyDriver,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type QueryId,
  type RootOperationNode,
} from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';
import { CompiledQueries } from './compiled-queries.ts';

interface Schema {
  item: { id: number; title: string; price: number };
}

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const queryId: QueryId = { queryId: 'test' };
const items = () => db.selectFrom('item').select(['id', 'title as name']);

describe('compiled queries', () => {
  let queries: CompiledQueries;
  let compiled: number;
  beforeEach(() => {
    queries = new CompiledQueries();
    compiled = 0;
  });
  const compile = (query: { toOperationNode(): RootOperationNode }, variant = '') => {
    const { sql: text, parameters } = queries.compile(query.toOperationNode(), queryId, variant, (node) => {
      compiled += 1;
      return new SqliteQueryCompiler().compileQuery(node, queryId);
    });
    return { sql: text, parameters };
  };
  const fresh = (query: ReturnType<typeof items>) => {
    const { sql: text, parameters } = query.compile();
    return { sql: text, parameters };
  };

  it('compiles queries that differ only in values once, and keeps their values', () => {
    const query = (title: string, ids: number[], limit: number) =>
      items().where('title', '=', title).where('id', 'in', ids).limit(limit);
    for (const one of [query('a', [1, 2], 10), query('b', [3, 4], 20)]) {
      expect(compile(one)).toEqual(fresh(one));
    }
    expect(compiled).toBe(1);
  });

  it.each([
    ['another column', items().where('price', '=', 1), items().where('id', '=', 1)],
    ['another operator', items().where('id', '=', 1), items().where('id', '>', 1)],
    ['another number of values', items().where('id', 'in', [1]), items().where('id', 'in', [1, 2])],
    ['a null', items().where('title', 'is', null), items().where('title', 'is not', null)],
    ['raw text', items().where(sql<boolean>`id = 1`), items().where(sql<boolean>`id = 2`)],
    ['a literal', items().where('id', '=', sql.lit(1)), items().where('id', '=', sql.lit(2))],
    ['an alias', items().select('price as a'), items().select('price as b')],
    ['an order', items().orderBy('id', 'asc'), items().orderBy('id', 'desc')],
  ])('compiles %s separately', (_what, one, other) => {
    expect(compile(one)).toEqual(fresh(one));
    expect(compile(other)).toEqual(fresh(other));
    expect(compile(one)).toEqual(fresh(one));
    expect(compiled).toBe(2);
  });

  it('compiles each variant once, and again after clear()', () => {
    compile(items());
    compile(items(), 'other');
    expect(compiled).toBe(2);
    queries.clear();
    compile(items());
    expect(compiled).toBe(3);
  });

  it('copies a tree that changes while it is read', () => {
    const honest = items().where('title', '=', 'x');
    const names = ['item', 'other'];
    const node = honest.toOperationNode();
    const changing = {
      ...node,
      get from() {
        return db.selectFrom((names.shift() ?? 'other') as 'item').toOperationNode().from;
      },
    };
    compile({ toOperationNode: () => changing });
    expect(compile(honest)).toEqual(fresh(honest));
  });

  it('lets a failure of the tree itself pass', () => {
    const bug = new TypeError('bug');
    const failing = {
      ...items().toOperationNode(),
      get from(): never {
        throw bug;
      },
    };
    expect(() => compile({ toOperationNode: () => failing })).toThrow(bug);
  });

  it('compiles trees with other content than data each time', () => {
    class Marked {
      readonly kind = 'IdentifierNode';
      readonly name = 'item';
    }
    const query = () => ({ ...items().toOperationNode(), extra: new Marked() });
    compile({ toOperationNode: query });
    compile({ toOperationNode: query });
    expect(compiled).toBe(2);
  });

  it('forgets everything once it knows too many names', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `id as n${at}` as const);
    for (const query of [items(), items(), db.selectFrom('item').select(names)]) compile(query);
    expect(compiled).toBe(2);
    compile(items().limit(1));
    compile(items());
    expect(compiled).toBe(4);
  });
});

it('evicts the oldest entry of a bounded map', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([3, undefined, 4, 2]);
});
