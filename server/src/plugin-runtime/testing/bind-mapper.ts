import {
  bindMapper,
  declaredStatements,
  MAPPER,
  ownFact,
  type AbstractClass,
} from '@platform/plugin-sdk/host';
import type { BaseMapper } from '@platform/plugin-sdk/orm';
import type { Database, RowReaches } from '../../data/index.ts';
import { silentLogger, type Logger } from '../../kernel/index.ts';
import { entityModel } from '../mapper/entity-model.ts';
import { MapperEngine } from '../mapper/mapper-engine.ts';
import { readMapperStatements } from '../mapper/statement/mapper-statements.ts';
import type { MapperStatements } from '../mapper/statement/mapper-statements.ts';
import { statementRunner } from '../mapper/statement/run-statement.ts';

/** Class name of the mapper under test. */
export const MAPPER_NAME = 'cn.platform.shop.mapper.ShopMapper';

/** Wraps the content of a mapper's XML. */
export const mapperXml = (content: string): string =>
  `<mapper namespace="${MAPPER_NAME}">${content}</mapper>`;

const nameOf = (type: AbstractClass): string =>
  ownFact(type, MAPPER) ? MAPPER_NAME : `cn.platform.shop.${type.name}`;

/** Compiles XML as that of the application `shop`; its classes are `cn.platform.shop.<name>`. */
export async function readShopStatements(
  database: Database,
  xml: readonly string[],
  classes: readonly AbstractClass[] = [],
  logger: Logger = silentLogger,
): Promise<MapperStatements> {
  return readMapperStatements(
    {
      appCode: 'shop',
      jar: { fileName: 'shop.jar', has: () => true, entries: () => [], text: (entry) => xml[Number(entry)] },
      entries: xml.map((_text, index) => String(index)),
      mapperNames: new Set([MAPPER_NAME]),
      classes: classes.map((type) => ({ name: nameOf(type), type, abstract: false })),
      logger,
    },
    database.dialect,
  );
}

/** Binds a mapper to a database as the runtime does; identifiers start at 1000. */
export async function bindToDatabase<M extends object>(
  mapper: M,
  database: Database,
  xml = mapperXml(''),
  classes: readonly AbstractClass[] = [],
  reachOfCaller: RowReaches['ofCaller'] = async () => undefined,
): Promise<M> {
  const entity = ownFact(mapper.constructor as AbstractClass, MAPPER)?.entity;
  const model = entity ? entityModel(entity) : [];
  if (Array.isArray(model)) throw new Error('The entity is not valid.');
  let next = 1000;
  const ids = {
    next: () => next++,
    take: async (count: number) => Array.from({ length: count }, () => next++),
  };
  const engine = new MapperEngine(model, database, ids);
  bindMapper(mapper as unknown as BaseMapper<Record<string, unknown>>, engine);
  const statements = (
    await readShopStatements(database, [xml], [mapper.constructor as AbstractClass, model.entity, ...classes])
  ).get(MAPPER_NAME);
  for (const { name, kind, bind } of declaredStatements(mapper)) {
    const statement = statements?.get(name);
    if (!statement) throw new Error(`There is no statement ${name}.`);
    bind(statementRunner(statement, kind, database, model, reachOfCaller));
  }
  return mapper;
}
