import { checkStatement, type StatementFinding } from '@platform/mapper';
import type { Database } from '../../../data/index.ts';
import type { Logger } from '../../../kernel/index.ts';
import { packageSegment } from '../../imports/package-segment.ts';
import { refuseIf } from '../../contract/load-finding.ts';
import type { StatementCheckCache } from './statement-check-cache.ts';
import type { MapperStatements } from './mapper-statements.ts';

interface CheckOptions {
  readonly appCode: string;
  readonly database: Database;
  /** Successful checks of earlier loads. */
  readonly checked: StatementCheckCache;
  readonly logger: Logger;
}

/**
 * Plans and prepares every statement of an application on the migrated database.
 *
 * This is skipped if the same texts passed before on the same tables. (design 16-1, 16-2)
 *
 * @param xml mapper files by entry
 * @throws LoadRefusal with MAPPER_STATEMENT_INVALID or TENANT_QUERY_REFUSED for each statement that
 *   the database refuses
 */
export async function checkStatements(
  statements: MapperStatements,
  xml: ReadonlyMap<string, string>,
  { appCode, database, checked, logger }: CheckOptions,
): Promise<void> {
  const all = [...statements.values()].flatMap((byId) => [...byId.values()]);
  const scopes = all.flatMap(({ name, rows }) => (rows ? [JSON.stringify({ name, ...rows })] : []));
  const key = await checked.keyFor([...xml.values(), ...scopes], database);
  if (await checked.has(appCode, key)) return;
  const target = {
    dialect: database.dialect,
    tables: await database.tables(),
    prepare: (sql: string) => database.prepare(sql),
  };
  const tablePrefix = `${packageSegment(appCode)}_`;
  const findings: StatementFinding[] = [];
  let complete = true;
  for (const statement of all) {
    const { entry } = statement;
    const result = await checkStatement(statement, { entry, xml: xml.get(entry) ?? '', tablePrefix }, target);
    findings.push(...result.findings);
    complete &&= result.complete;
  }
  for (const { entry, message } of findings.filter(({ kind }) => kind === 'absent')) {
    logger.warn(`${entry}: ${message}`, { mapper: entry });
  }
  refuseIf(
    findings
      .filter(({ kind }) => kind !== 'absent')
      .map(({ code, entry, message, fix }) => ({ code, message: `${entry}: ${message}`, fix })),
  );
  if (complete) await checked.add(appCode, key);
}
