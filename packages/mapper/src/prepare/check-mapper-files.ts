import type { Dialect } from '../dialect.ts';
import { compileStatement, type CompiledStatement } from '../statement/compile-statement.ts';
import { readResultMap, ResultMapReader, unknownType } from '../result/read-result-map.ts';
import { inStatement } from '../xml/in-statement.ts';
import { MalformedXml, MapperError } from '../xml/mapper-error.ts';
import { readMappers } from '../statement/read-mappers.ts';
import { checkStatement, type StatementDatabase, type StatementFinding } from './check-statement.ts';

/** A finding across all tested databases. */
export interface SettledFinding extends Omit<StatementFinding, 'statement' | 'kind'> {
  readonly severity: 'error' | 'warning';
}

/**
 * Prepares the statements of an application on a migrated database, and reports XML that the load
 * would refuse. (design 16-2)
 *
 * @param code of the application
 * @param classes full names of its classes; left out, names of its package are taken as they are
 */
export async function checkMapperFiles(
  sources: ReadonlyArray<{ readonly entry: string; readonly xml: string }>,
  code: string,
  database: StatementDatabase,
  classes?: ReadonlySet<string>,
): Promise<StatementFinding[]> {
  const segment = code.replaceAll('-', '_');
  const findings: StatementFinding[] = [];
  const prefix = `cn.platform.${segment}.`;
  const { files, fragments, resultMaps } = readMappers(
    sources,
    prefix,
    database.dialect,
    () => undefined,
    (entry, error) => void findings.push(...invalid(error, { entry, statement: '', line: 1 })),
  );
  const isClass = (name: string): boolean => classes?.has(name) ?? name.startsWith(prefix);
  const maps = new ResultMapReader(resultMaps, {
    get: (name) => (isClass(name) ? name : undefined),
  });
  for (const [entry, file] of files) {
    if (file.statements.length > 0 && !isClass(file.namespace))
      findings.push(withoutMapper(entry, file.namespace));
    for (const [name, element] of file.resultMaps) {
      try {
        readResultMap(maps, name, file.namespace);
      } catch (error) {
        findings.push(...invalid(error, { entry, statement: '', line: element.line }));
      }
    }
    const xml = sources.find((source) => source.entry === entry)?.xml ?? '';
    for (const source of file.statements) {
      if (database.isOver?.()) return findings;
      try {
        const statement = compileStatement(file, source, { fragments, databaseId: database.dialect });
        const place = { entry, xml, tablePrefix: `${segment}_` };
        findings.push(...(await checkStatement(statement, place, database)).findings);
        inStatement(statement, () => assertResult(statement, file.namespace, isClass, maps));
      } catch (error) {
        findings.push(...invalid(error, { entry, statement: source.id, line: source.element.line }));
      }
    }
  }
  return findings;
}

function withoutMapper(entry: string, namespace: string): StatementFinding {
  const message = `The mapper ${namespace} does not exist.`;
  const fix = 'Use the full name of the mapper class.';
  return { kind: 'invalid', code: 'MAPPER_NAMESPACE', entry, statement: '', line: 1, message, fix };
}

/** Resolves what a statement says of its rows, as the load will. */
function assertResult(
  { resultType = 'map', resultMap }: CompiledStatement,
  namespace: string,
  isClass: (name: string) => boolean,
  maps: ResultMapReader<string>,
): void {
  if (resultMap !== undefined) {
    // Those that exist have been read before.
    if (!maps.has(resultMap, namespace)) maps.read(resultMap, namespace);
  } else if (!SCALARS.has(resultType) && !isClass(resultType))
    throw unknownType(resultType, [...SCALARS].join(', '));
}

const SCALARS: ReadonlySet<string> = new Set(['map', 'number', 'string', 'boolean']);

/** The inspector, which reads each file without a database, has reported these. */
const isReported = (error: MapperError): boolean =>
  error instanceof MalformedXml || error.code === 'MAPPER_NAMESPACE' || error.code === 'MAPPER_SUBSTITUTION';

function invalid(
  error: unknown,
  place: Pick<StatementFinding, 'entry' | 'statement' | 'line'>,
): StatementFinding[] {
  if (!(error instanceof MapperError)) throw error;
  if (isReported(error)) return [];
  const { code, message, fix } = error;
  const line = Number(/\bline (\d+)/.exec(message)?.[1] ?? place.line);
  return [{ kind: 'invalid', code, ...place, line, message, fix }];
}

const NAMES: Readonly<Record<Dialect, string>> = { sqlite: 'SQLite', mysql: 'MySQL', postgres: 'PostgreSQL' };

/**
 * Decides which findings are errors.
 *
 * An unknown name is an error on any database. Syntax and functions are errors only where no
 * database accepts them, since a statement may be meant for one of them. Invalid XML is one error
 * for all.
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
  const invalidXml = new Set<string>();
  return found.flatMap(({ dialect, findings }) =>
    findings.flatMap((finding): SettledFinding[] => {
      const { code, entry, line, message, fix, kind } = finding;
      if (kind === 'invalid') {
        const key = `${entry} ${message}`;
        if (invalidXml.has(key)) return [];
        invalidXml.add(key);
        return [{ code, severity: 'error', entry, line, message, fix }];
      }
      const everywhere = found.every((one) => isWrongIn(finding, one.findings));
      const severity = kind === 'absent' || (kind === 'other' && !everywhere) ? 'warning' : 'error';
      return [{ code, severity, entry, line, message: `${message} (${NAMES[dialect]})`, fix }];
    }),
  );
}
