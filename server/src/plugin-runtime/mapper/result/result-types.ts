import { unknownType } from '@platform/mapper';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import { toObjects, toScalar, type RowsMapper } from './rows-mapper.ts';

/** Resolves `resultType`. (design 9.1-6) */
export class ResultTypes {
  readonly #classes: ReadonlyMap<string, AbstractClass>;

  /** @param classes classes of the application, by fully qualified name */
  constructor(classes: ReadonlyMap<string, AbstractClass>) {
    this.#classes = classes;
  }

  /** @throws MAPPER_XML_INVALID if the type is unknown */
  mapperFor(name = 'map'): RowsMapper {
    if (name === 'number' || name === 'string' || name === 'boolean') return toScalar(name);
    if (name === 'map') return toObjects(undefined);
    const type = this.#classes.get(name);
    if (!type) throw unknownType(name, 'map, number, string or boolean');
    return toObjects(type);
  }
}
