import type { Database } from '../../data/index.ts';
import type { Logger } from '../../kernel/index.ts';
import type { EntityModel } from './entity-model.ts';

/**
 * Warns of each table and column that entities map and the migrated database does not have.
 *
 * Generated statements name all columns, so each of them would fail. An entity that is never read
 * harms nobody, so the load continues. Packaging refuses the same: `ENTITY_COLUMN_MISSING`.
 */
export async function checkEntities(
  entities: readonly EntityModel[],
  database: Pick<Database, 'tableColumns'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (entities.length === 0) return;
  const tables = await database.tableColumns();
  for (const { entity, table, columns } of entities) {
    const known = tables.get(table.toLowerCase());
    const missing = columns.map(({ column }) => column).filter((column) => !known?.has(column.toLowerCase()));
    if (!known) {
      logger.warn(`Entity ${entity.name} maps the table ${table}, which does not exist`, { table });
    } else if (missing.length > 0) {
      const named = missing.length === 1 ? 'the column' : 'the columns';
      logger.warn(
        `Entity ${entity.name} maps ${named} ${missing.join(', ')}, which the table ${table} does not have`,
        { table },
      );
    }
  }
}
