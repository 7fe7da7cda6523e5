import type { Dialect } from '../dialect.ts';
import { compileStatement, type CompiledStatement } from '../statement/compile-statement.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { invalidXml, MalformedXml, MapperError } from '../xml/mapper-error.ts';
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
  const types: Types = { has: (name) => classes?.has(name) ?? name.startsWith(prefix), resultMaps };
  for (const [entry, file] of files) {
    if (file.statements.length > 0 && !types.has(file.namespace))
      findings.push(withoutMapper(entry, file.namespace));
    const xml = sources.find((source) => source.entry === entry)?.xml ?? '';
    for (const source of file.statements) {
      if (database.isOver?.()) return findings;
      try {
        const statement = compileStatement(file, source, { fragments, databaseId: database.dialect });
        const place = { entry, xml, tablePrefix: `${segment}_` };
        findings.push(...(await checkStatement(statement, place, database)).findings);
        assertTypes(statement, file.namespace, types);
      } catch (error) {
        findings.push(...invalid(error, { entry, statement: source.id, line: source.element.line }));
      }
    }
  }
  return findings;
}

/** The names that statements may refer to. */
interface Types {
  has(className: string): boolean;
  readonly resultMaps: ReadonlyMap<string, XmlElement>;
}

function withoutMapper(entry: string, namespace: string): StatementFinding {
  const message = `The mapper ${namespace} does not exist.`;
  const fix = 'Use the full name of the mapper class.';
  return { kind: 'invalid', code: 'MAPPER_NAMESPACE', entry, statement: '', line: 1, message, fix };
}

function assertTypes(
  { id, line, resultType = 'map', resultMap }: CompiledStatement,
  namespace: string,
  types: Types,
): void {
  const place = `Statement ${id} (line ${line}):`;
  if (resultMap !== undefined) {
    const name = resultMap.includes('.') ? resultMap : `${namespace}.${resultMap}`;
    const element = types.resultMaps.get(name);
    if (!element) throw invalidXml(`${place} Result map ${name} does not exist.`, 'Correct the reference.');
    const { type = 'map' } = element.attributes;
    if (type !== 'map' && !types.has(type)) throw unknownType(place, type, 'map');
  } else if (!SCALARS.has(resultType) && !types.has(resultType)) {
    throw unknownType(place, resultType, [...SCALARS].join(', '));
  }
}

const unknownType = (place: string, name: string, others: string): MapperError =>
  invalidXml(
    `${place} Type ${name} is unknown.`,
    `Use the full name of a class of the application, or ${others}.`,
  );

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
