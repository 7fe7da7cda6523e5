import {
  bindMapper,
  inheritedFacts,
  MAPPER,
  ownFact,
  TRANSACTIONS,
  type TransactionRunner,
} from '@platform/plugin-sdk/host';
import { BaseMapper } from '@platform/plugin-sdk/orm';
import type { Database, Ids } from '../../data/index.ts';
import type { Bean } from '../container/container.ts';
import { refuseIf, type LoadFinding } from '../lifecycle/finding.ts';
import type { PluginClass } from '../modules/evaluate.ts';
import { entityModel, type EntityModel } from './entity-model.ts';
import { MapperEngine } from './mapper-engine.ts';

/** What mappers and transactional methods are connected with. */
export interface MapperEngines {
  readonly database: Database;
  readonly ids: Ids;
}

/**
 * Connects an application's classes with the database.
 *
 * @returns gives a mapper bean its engine, once it is constructed
 * @throws LoadRefusal with every entity that cannot be mapped
 */
export function connectMappers(
  classes: readonly PluginClass[],
  { database, ids }: MapperEngines,
): (bean: Bean) => void {
  const run: TransactionRunner = (work, { propagation, ...options }) =>
    database.transaction(work, { ...options, requiresNew: propagation === 'requiresNew' });
  for (const { type } of classes) {
    for (const transactions of inheritedFacts(type, TRANSACTIONS)) transactions.run = run;
  }
  const models = modelsOf(classes);
  return ({ definition, instance }) => {
    const entity = ownFact(definition.type, MAPPER)?.entity;
    const model = entity && models.get(entity);
    if (model && instance instanceof BaseMapper) {
      bindMapper(instance as BaseMapper<Record<string, unknown>>, new MapperEngine(model, database, ids));
    }
  };
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
