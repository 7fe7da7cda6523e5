import { Kysely, Transaction, type Dialect, type Driver, type KyselyConfig } from 'kysely';
import type { HostSchema } from '../schema/index.ts';
import { GuardedExecutor, type QueryGuard } from './guarded-executor.ts';

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

/** The query builder as applications get it. (findings: security 14) */
export function guardedQuery(
  query: Kysely<HostSchema>,
  guard: QueryGuard,
  { dialect, driver }: SharedDriver,
): Kysely<HostSchema> {
  const config: KyselyConfig = { dialect };
  const executor = new GuardedExecutor(query.getExecutor(), guard);
  const props = { config, dialect, driver: driver(), executor };
  return query.isTransaction ? new Transaction<HostSchema>(props) : new Kysely<HostSchema>(props);
}
