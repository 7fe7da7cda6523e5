import * as kysely from 'kysely';

/**
 * Kysely with frozen classes.
 *
 * The host and all applications share them. A patched method could see queries of the host.
 * (findings: security 14)
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
  // Classes that are not exported are reached through instances.
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
  // Freezing an exported class includes its prototype.
  let prototype: object | null = Object.hasOwn(instance, 'constructor')
    ? instance
    : (Object.getPrototypeOf(instance) as object | null);
  while (prototype && !own.has(prototype)) {
    Object.freeze(prototype);
    Object.freeze(prototype.constructor);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
}
