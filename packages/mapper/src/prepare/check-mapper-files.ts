import type { Dialect } from '../dialect.ts';
import { compileStatement } from '../statement/compile-statement.ts';
import { MapperError } from '../xml/mapper-error.ts';
import { readMappers } from '../statement/read-mappers.ts';
import { checkStatement, type StatementDatabase, type StatementFinding } from './check-statement.ts';

/** A finding across all tested databases. */
export interface SettledFinding extends Omit<StatementFinding, 'statement' | 'kind'> {
  readonly severity: 'error' | 'warning';
}

/**
 * Prepares the statements of an application on a migrated database. (design 16-2)
 *
 * Inspector and load report files that are invalid as such.
 *
 * @param code of the application
 */
export async function checkMapperFiles(
  sources: ReadonlyArray<{ readonly entry: string; readonly xml: string }>,
  code: string,
  database: StatementDatabase,
): Promise<StatementFinding[]> {
  const segment = code.replaceAll('-', '_');
  const { files, fragments } = readMappers(
    sources,
    `cn.platform.${segment}.`,
    database.dialect,
    () => undefined,
    () => undefined,
  );
  const findings: StatementFinding[] = [];
  for (const [entry, file] of files) {
    const xml = sources.find((source) => source.entry === entry)?.xml ?? '';
    for (const source of file.statements) {
      if (database.isOver?.()) return findings;
      try {
        const statement = compileStatement(file, source, { fragments, databaseId: database.dialect });
        const place = { entry, xml, tablePrefix: `${segment}_` };
        findings.push(...(await checkStatement(statement, place, database)).findings);
      } catch (error) {
        if (!(error instanceof MapperError)) throw error;
      }
    }
  }
  return findings;
}

const NAMES: Readonly<Record<Dialect, string>> = { sqlite: 'SQLite', mysql: 'MySQL', postgres: 'PostgreSQL' };

/**
 * Decides which findings are errors.
 *
 * An unknown name is an error on any database. Syntax and functions are errors only where no
 * database accepts them, since a statement may be meant for one of them.
 */
export function settleFindings(
  found: ReadonlyArray<{ readonly dialect: Dialect; readonly findings: readonly StatementFinding[] }>,
): SettledFinding[] {
  const isWrongIn = (
    { entry, statement }: StatementFinding,
    findings: readonly StatementFinding[],
  ): boolean =>
    findings.some(
      (other) => other.kind !== 'absent' && other.entry === entry && other.statement === statement,
    );
  return found.flatMap(({ dialect, findings }) =>
    findings.map((finding): SettledFinding => {
      const { code, entry, line, message, fix, kind } = finding;
      const everywhere = found.every((one) => isWrongIn(finding, one.findings));
      const severity = kind === 'absent' || (kind === 'other' && !everywhere) ? 'warning' : 'error';
      return { code, severity, entry, line, message: `${message} (${NAMES[dialect]})`, fix };
    }),
  );
}
