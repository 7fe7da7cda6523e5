import {
  bindMapper,
  declaredStatements,
  inheritedFacts,
  MAPPER,
  ownFact,
  TRANSACTIONS,
  type StatementKind,
  type StatementRunner,
  type TransactionRunner,
} from '@platform/plugin-sdk/host';
import { BaseMapper } from '@platform/plugin-sdk/orm';
import type { Database, Dialect, Ids, RowReaches } from '../../data/index.ts';
import type { Logger } from '../../kernel/index.ts';
import type { Bean } from '../container/container.ts';
import type { PluginIndex } from '../jar/plugin-index.ts';
import { refuseIf, type LoadFinding } from '../contract/load-finding.ts';
import type { PluginClass } from '../modules/evaluate-classes.ts';
import { entityModel, type EntityModel } from './entity-model.ts';
import { MapperEngine } from './mapper-engine.ts';
import type { MapperStatement } from './statement/bind-results.ts';
import type { StatementCheckCache } from './statement/statement-check-cache.ts';
import type { MapperSources, MapperStatements } from './statement/mapper-statements.ts';
import { statementRunner } from './statement/run-statement.ts';
import type { StatementTimes } from './statement-times.ts';

/** Services behind mappers and transactional methods. */
export interface MapperEngines {
  readonly database: Database;
  readonly ids: Ids;
  readonly checked: StatementCheckCache;
  readonly times: StatementTimes;
  readonly reachOfCaller: RowReaches['ofCaller'];
}

/** Binds the mappers of one application. */
export interface MapperConnection {
  readonly entities: readonly EntityModel[];
  /** Binds a constructed mapper to its engine and its statements. */
  readonly connect: (bean: Bean) => void;
  /** @throws LoadRefusal with every declared statement that is missing or of another kind */
  readonly finish: () => void;
}

/** Compiles the mapper XML of an application; the compiler is loaded only if there is any. */
export async function mapperStatements(
  { mappers, classes }: PluginIndex,
  sources: Omit<MapperSources, 'entries' | 'mapperNames'>,
  dialect: Dialect,
): Promise<MapperStatements> {
  if (mappers.length === 0) return new Map();
  const { readMapperStatements } = await import('./statement/mapper-statements.ts');
  const mapperNames = new Set(classes.filter(({ kind }) => kind === 'mapper').map(({ name }) => name));
  return readMapperStatements({ ...sources, entries: mappers, mapperNames }, dialect);
}

/**
 * Prepares the statements of an application's mapper XML after its migrations. (design 16-1)
 *
 * @throws LoadRefusal with every statement that cannot run
 */
export async function prepareStatements(
  { mappers }: PluginIndex,
  statements: MapperStatements,
  { appCode, jar, logger }: Pick<MapperSources, 'appCode' | 'jar' | 'logger'>,
  { database, checked }: MapperEngines,
): Promise<void> {
  if (mappers.length === 0) return;
  const { checkStatements } = await import('./statement/check-statements.ts');
  const xml = new Map(mappers.map((entry) => [entry, jar.text(entry) ?? '']));
  await checkStatements(statements, xml, { appCode, database, checked, logger });
}

/**
 * Binds an application's classes to the database.
 *
 * @throws LoadRefusal with every entity that cannot be mapped
 */
export function connectMappers(
  classes: readonly PluginClass[],
  statements: MapperStatements,
  { appCode, logger }: Pick<MapperSources, 'appCode' | 'logger'>,
  { database, ids, times, reachOfCaller }: Omit<MapperEngines, 'checked'>,
): MapperConnection {
  const run: TransactionRunner = (work, { propagation, ...options }) =>
    database.transaction(work, { ...options, requiresNew: propagation === 'requiresNew' });
  for (const { type } of classes) {
    for (const transactions of inheritedFacts(type, TRANSACTIONS)) transactions.run = run;
  }
  const models = modelsOf(classes);
  const names = new Map(classes.map(({ name, type }) => [type, name]));
  const findings: LoadFinding[] = [];
  return {
    entities: [...models.values()],
    connect: ({ definition, instance }) => {
      const entity = ownFact(definition.type, MAPPER)?.entity;
      const model = entity && models.get(entity);
      if (!model || !(instance instanceof BaseMapper)) return;
      const name = names.get(definition.type) ?? definition.name;
      const engine = times.observedOperations(appCode, name, new MapperEngine(model, database, ids));
      bindMapper(instance as BaseMapper<Record<string, unknown>>, engine);
      findings.push(
        ...bindStatements(instance, name, statements.get(name) ?? new Map(), logger, (statement, kind) =>
          times.observed(
            appCode,
            statement.name,
            statementRunner(statement, kind, database, model, reachOfCaller),
          ),
        ),
      );
    },
    finish: () => refuseIf(findings),
  };
}

function bindStatements(
  mapper: object,
  mapperName: string,
  statements: ReadonlyMap<string, MapperStatement>,
  logger: Logger,
  runner: (statement: MapperStatement, kind: StatementKind) => StatementRunner,
): LoadFinding[] {
  const declared = declaredStatements(mapper);
  const names = new Set(declared.map(({ name }) => name));
  for (const id of statements.keys()) {
    if (names.has(id)) continue;
    logger.warn(`No field of the mapper declares the statement ${mapperName}.${id}`, {
      mapper: mapperName,
    });
  }
  return declared.flatMap(({ name, kind, bind }): LoadFinding[] => {
    const statement = statements.get(name);
    if (!statement) {
      const message = `${mapperName} declares the statement ${name}, which no mapper XML of the application defines.`;
      return [
        {
          code: 'MAPPER_STATEMENT_MISSING',
          message,
          fix: `Add a statement with id="${name}", or remove the field.`,
        },
      ];
    }
    if ((statement.verb === 'select') === (kind === 'execute')) {
      const message = `${statement.name} is a ${statement.verb}, but its field declares another kind.`;
      const fix =
        'Declare a select with selectList, selectOne, selectValue or selectPage. Declare any other statement with execute.';
      return [{ code: 'MAPPER_STATEMENT_KIND', message, fix }];
    }
    if (kind === 'page' && statement.merges) {
      const message = `${statement.name} merges several rows into one object, so its result cannot be paged.`;
      const fix = 'Page with a statement without collections, then select the collections by identifier.';
      return [{ code: 'MAPPER_STATEMENT_KIND', message, fix }];
    }
    bind(runner(statement, kind));
    return [];
  });
}

function modelsOf(classes: readonly PluginClass[]): Map<new () => object, EntityModel> {
  const findings: LoadFinding[] = [];
  const models = new Map<new () => object, EntityModel>();
  for (const { type } of classes) {
    const entity = ownFact(type, MAPPER)?.entity;
    if (!entity || models.has(entity)) continue;
    const model = entityModel(entity);
    if (Array.isArray(model)) findings.push(...model);
    else models.set(entity, model);
  }
  refuseIf(findings);
  return models;
}
