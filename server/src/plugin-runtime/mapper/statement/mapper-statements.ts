import {
  compileStatement,
  inStatement,
  MapperError,
  readMappers,
  readResultMap,
  ResultMapReader,
} from '@platform/mapper';
import type { Dialect } from '../../../data/index.ts';
import { PlatformError, type Logger } from '../../../kernel/index.ts';
import { packageSegment } from '../../imports/package-segment.ts';
import type { PluginJar } from '../../contract/plugin-jar.ts';
import { refuseIf, type LoadFinding } from '../../contract/load-finding.ts';
import type { PluginClass } from '../../modules/evaluate-classes.ts';
import { ResultTypes } from '../result/result-types.ts';
import { scopedRows } from './scoped-rows.ts';
import { bindResults, type MapperStatement } from './bind-results.ts';

/** Statements by id, by class name of the mapper. */
export type MapperStatements = ReadonlyMap<string, ReadonlyMap<string, MapperStatement>>;

export interface MapperSources {
  readonly appCode: string;
  readonly jar: PluginJar;
  readonly entries: readonly string[];
  /** Class names of the application's mappers, including skipped ones. */
  readonly mapperNames: ReadonlySet<string>;
  readonly classes: readonly PluginClass[];
  readonly logger: Logger;
}

/**
 * Compiles the mapper XML of an application. (spec: L7, Errors)
 *
 * A malformed file is logged as a warning and the others are still read; then the load is refused.
 *
 * @throws LoadRefusal
 */
export function readMapperStatements(
  { appCode, jar, entries, mapperNames, classes, logger }: MapperSources,
  dialect: Dialect,
): MapperStatements {
  const findings: LoadFinding[] = [];
  const failed = (entry: string, error: unknown): void => {
    const finding = findingOf(entry, error);
    logger.warn(finding.message, { mapper: entry });
    findings.push(finding);
  };
  const guard = (entry: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      failed(entry, error);
    }
  };
  const { files, fragments, ...read } = readMappers(
    entries.map((entry) => ({ entry, xml: jar.text(entry) ?? '' })),
    `cn.platform.${packageSegment(appCode)}.`,
    dialect,
    ({ statements, namespace }) => {
      if (statements.length === 0 || mapperNames.has(namespace)) return;
      throw new MapperError(
        'MAPPER_NAMESPACE',
        `The mapper ${namespace} does not exist.`,
        'Use the full name of the mapper class.',
      );
    },
    failed,
  );
  const typeOf = new Map(classes.map(({ name, type }) => [name, type]));
  const types = new ResultTypes(typeOf);
  const resultMaps = new ResultMapReader(read.resultMaps, typeOf);
  const scope = { fragments, databaseId: dialect };
  const statements = new Map<string, Map<string, MapperStatement>>();
  for (const [entry, file] of files) {
    const byId = statements.get(file.namespace) ?? new Map<string, MapperStatement>();
    statements.set(file.namespace, byId);
    for (const name of file.resultMaps.keys()) {
      guard(entry, () => readResultMap(resultMaps, name, file.namespace));
    }
    for (const source of file.statements) {
      guard(entry, () => {
        const compiled = compileStatement(file, source, scope);
        const rows = inStatement(compiled, () => scopedRows(typeOf.get(file.namespace), source));
        const statement = bindResults({ ...compiled, rows }, entry, file.namespace, types, resultMaps);
        byId.set(source.id, statement);
      });
    }
  }
  refuseIf(findings);
  return statements;
}

function findingOf(entry: string, error: unknown): LoadFinding {
  if (!(error instanceof MapperError) && !(error instanceof PlatformError)) throw error;
  const { code, message, fix } = error;
  return { code, message: `${entry}: ${message}`, fix: fix ?? 'Correct the statement.', cause: error };
}
