import { DefaultQueryExecutor, Kysely, Transaction, type Dialect, type Driver } from 'kysely';
import type { HostSchema } from '../schema/index.ts';
import { LentConnections, type Limit } from './lent-connections.ts';
import type { MarkingCompiler } from './marking-compilers.ts';

/** A dialect with the driver that all query builders of a database share. */
export interface SharedDriver {
  readonly dialect: Dialect;
  readonly driver: Driver;
}

/**
 * Returns the query builder for applications.
 *
 * All it reaches is a connection that limits every text as a mapper statement, regardless of what
 * compiled the text. (findings: security 14)
 *
 * @param query the host's, of the pool or of a transaction
 */
export function applicationQuery(
  query: Kysely<HostSchema>,
  compiler: MarkingCompiler,
  { dialect, driver }: SharedDriver,
  limit: Limit,
): Kysely<HostSchema> {
  const lent = new LentConnections(limit);
  const guarded = lent.driver(driver);
  const host = query.getExecutor();
  const executor = Object.freeze(
    new DefaultQueryExecutor(
      compiler,
      Object.freeze(dialect.createAdapter()),
      lent.provider({ provideConnection: (work, options) => host.provideConnection(work, options) }),
    ),
  );
  const own: Dialect = {
    ...dialect,
    createDriver: () => guarded,
    createQueryCompiler: () => compiler,
  };
  const props = { config: { dialect: own }, dialect: own, driver: guarded, executor };
  // All applications share it.
  const made = query.isTransaction ? new Transaction<HostSchema>(props) : new Kysely<HostSchema>(props);
  Object.freeze(made);
  return made;
}
