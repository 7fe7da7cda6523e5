import type { Database } from '../../../data/index.ts';
import { PlatformError, type Logger } from '../../../kernel/index.ts';
import { packageSegment } from '../../jar/verify-jar.ts';
import type { PluginJar } from '../../jar/read-jar.ts';
import { refuseIf, type LoadFinding } from '../../lifecycle/finding.ts';
import type { PluginClass } from '../../modules/evaluate.ts';
import { ResultMapReader } from '../result/read-result-map.ts';
import { ResultTypes } from '../result/result-types.ts';
import { compileStatement, type MapperStatement } from './compile-statement.ts';
import type { StatementScope } from './compiled-sql.ts';
import { MapperError } from './mapper-error.ts';
import { readMapperFile, type MapperFile } from './mapper-file.ts';
import { NameOwners } from './name-owners.ts';
import { renderStatement } from './run-statement.ts';

/** Statements by id, by the name of the mapper's class. */
export type MapperStatements = ReadonlyMap<string, ReadonlyMap<string, MapperStatement>>;

export interface MapperSources {
  readonly appCode: string;
  readonly jar: PluginJar;
  readonly entries: readonly string[];
  /** Names of the application's mapper classes, also of those that were skipped. */
  readonly mapperNames: ReadonlySet<string>;
  readonly classes: readonly PluginClass[];
  readonly logger: Logger;
}

/**
 * Reads and compiles the mapper XML of an application. A file that is malformed is warned of and the others go on;
 * then the load is refused. (spec: L7, Errors)
 *
 * @throws LoadRefusal
 */
export async function readMapperStatements(
  { appCode, jar, entries, mapperNames, classes, logger }: MapperSources,
  database: Database,
): Promise<MapperStatements> {
  const findings: LoadFinding[] = [];
  const guard = async <T>(entry: string, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      const finding = findingOf(entry, error);
      logger.warn(finding.message, { mapper: entry });
      findings.push(finding);
      return undefined;
    }
  };
  const prefix = `cn.platform.${packageSegment(appCode)}.`;
  const files = new Map<string, MapperFile>();
  const owners = new NameOwners();
  for (const entry of entries) {
    const file = await guard(entry, () => {
      const read = readMapperFile(jar.text(entry) ?? '', prefix, database.dialect);
      owners.add(entry, read);
      if (read.statements.length === 0 || mapperNames.has(read.namespace)) return read;
      throw new MapperError(
        'MAPPER_NAMESPACE',
        `There is no mapper ${read.namespace}.`,
        'Name the mapper class in full.',
      );
    });
    if (file) files.set(entry, file);
  }
  const all = [...files.values()];
  const types = new ResultTypes(new Map(classes.map(({ name, type }) => [name, type])));
  const resultMaps = new ResultMapReader(new Map(all.flatMap((file) => [...file.resultMaps])), types);
  const fragments = new Map(all.flatMap((file) => [...file.fragments]));
  const scope: StatementScope = { fragments, resultMaps, types, databaseId: database.dialect };
  const statements = new Map<string, Map<string, MapperStatement>>();
  for (const [entry, file] of files) {
    const byId = statements.get(file.namespace) ?? new Map<string, MapperStatement>();
    statements.set(file.namespace, byId);
    for (const name of file.resultMaps.keys()) {
      await guard(entry, () => readResultMap(resultMaps, name, file.namespace));
    }
    for (const source of file.statements) {
      await guard(entry, async () => {
        const statement = compileStatement(file, source, scope);
        for (const part of [statement, statement.keys.before, statement.keys.after]) {
          if (!part?.fixed || statement.ignoreTenant) continue;
          await database.checkStatement(renderStatement(part, {}, database.dialect).text);
        }
        byId.set(source.id, statement);
      });
    }
  }
  refuseIf(findings);
  return statements;
}

/** Also one that no statement uses is to be right. */
function readResultMap(resultMaps: ResultMapReader, name: string, namespace: string): void {
  try {
    resultMaps.read(name, namespace);
  } catch (error) {
    if (!(error instanceof MapperError)) throw error;
    throw new MapperError(error.code, `Result map ${name}: ${error.message}`, error.fix);
  }
}

function findingOf(entry: string, error: unknown): LoadFinding {
  if (!(error instanceof MapperError) && !(error instanceof PlatformError)) throw error;
  const { code, message, fix } = error;
  return { code, message: `${entry}: ${message}`, fix: fix ?? 'Correct the statement.', cause: error };
}
