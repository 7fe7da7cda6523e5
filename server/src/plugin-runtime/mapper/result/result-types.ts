import { invalidXml } from '@platform/mapper';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import { toObjects, toScalar, type RowsMapper } from './rows-mapper.ts';

/** What `resultType` and the types of a result map may say. (design 9.1-6) */
export class ResultTypes {
  readonly #classes: ReadonlyMap<string, AbstractClass>;

  /** @param classes of the application, by their fully qualified names */
  constructor(classes: ReadonlyMap<string, AbstractClass>) {
    this.#classes = classes;
  }

  /** @throws MAPPER_XML_INVALID where the type is not known */
  mapperFor(name = 'map'): RowsMapper {
    if (name === 'number' || name === 'string' || name === 'boolean') return toScalar(name);
    return toObjects(this.classFor(name, 'map, number, string or boolean'));
  }

  /**
   * @returns nothing for `map`, whose rows are plain objects
   * @throws MAPPER_XML_INVALID where the class is not known
   */
  classFor(name = 'map', others = 'map'): AbstractClass | undefined {
    if (name === 'map') return undefined;
    const type = this.#classes.get(name);
    if (type) return type;
    throw invalidXml(`Type ${name} is not known.`, `Name a class of the application in full, or ${others}.`);
  }
}
