import * as kysely from 'kysely';

/**
 * Kysely, whose classes the host and all applications share: nobody puts code of their own into them, which would see the host's
 * queries. (findings: security 14)
 */
export function frozenKysely(): typeof kysely {
  const dialect: kysely.Dialect = {
    createAdapter: () => new kysely.SqliteAdapter(),
    createDriver: () => new kysely.DummyDriver(),
    createIntrospector: (database) => new kysely.SqliteIntrospector(database),
    createQueryCompiler: () => new kysely.SqliteQueryCompiler(),
  };
  const query = new kysely.Kysely<{ one: { id: number } }>({ dialect });
  const select = query.selectFrom('one');
  const raw = kysely.sql`1`;
  // Classes that are not exported are reached by what is made of them.
  for (const made of [query.getExecutor(), select, select.as('x'), raw, raw.as('x')]) freezeClass(made);
  for (const exported of Object.values<unknown>(kysely)) {
    if (typeof exported === 'function') freezeClass(exported.prototype);
    if (typeof exported === 'function' || typeof exported === 'object') Object.freeze(exported);
  }
  return kysely;
}

function freezeClass(instance: unknown): void {
  if (typeof instance !== 'object' || instance === null) return;
  const own = new Set<object>([Object.prototype, Function.prototype, Error.prototype]);
  // An exported class comes with its prototype, which is the first of them.
  let prototype: object | null = Object.hasOwn(instance, 'constructor')
    ? instance
    : (Object.getPrototypeOf(instance) as object | null);
  while (prototype && !own.has(prototype)) {
    Object.freeze(prototype);
    Object.freeze(prototype.constructor);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
}
