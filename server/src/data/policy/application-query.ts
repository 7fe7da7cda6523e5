import { DefaultQueryExecutor, Kysely, Transaction, type Dialect, type Driver } from 'kysely';
import type { Dialect as DialectName } from '../database.ts';
import type { HostSchema } from '../schema/index.ts';
import { LentConnections, type Limit } from './lent-connections.ts';
import { markingCompiler } from './marking-compilers.ts';

/** A dialect whose driver others may use for transactions of their own. */
export interface SharedDriver {
  readonly dialect: Dialect;
  readonly driver: () => Driver;
}

/** @returns the same dialect, which makes one driver */
export function sharingDriver(dialect: Dialect): SharedDriver {
  let made: Driver | undefined;
  const driver = (): Driver => (made ??= dialect.createDriver());
  return {
    driver,
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: driver,
      createIntrospector: (database) => dialect.createIntrospector(database),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  };
}

/**
 * The query builder as applications get it: what it reaches is a connection on which every text is limited as a statement of a
 * mapper is, whoever has compiled it. (findings: security 14)
 *
 * @param query the host's, of the pool or of a transaction
 */
export function applicationQuery(
  query: Kysely<HostSchema>,
  name: DialectName,
  { dialect, driver }: SharedDriver,
  limit: Limit,
): Kysely<HostSchema> {
  const lent = new LentConnections(limit);
  const guarded = lent.driver(driver);
  const host = query.getExecutor();
  const executor = Object.freeze(
    new DefaultQueryExecutor(
      markingCompiler(name),
      Object.freeze(dialect.createAdapter()),
      lent.provider({ provideConnection: (work, options) => host.provideConnection(work, options) }),
    ),
  );
  const own: Dialect = {
    ...dialect,
    createDriver: () => guarded,
    createQueryCompiler: () => markingCompiler(name),
  };
  const props = { config: { dialect: own }, dialect: own, driver: guarded, executor };
  // All applications have the same one.
  const made = query.isTransaction ? new Transaction<HostSchema>(props) : new Kysely<HostSchema>(props);
  Object.freeze(made);
  return made;
}
