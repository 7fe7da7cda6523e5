import { invalidXml } from '@platform/mapper';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import { toObjects, toScalar, type RowsMapper } from './rows-mapper.ts';

/** Resolves `resultType` and the types of a result map. (design 9.1-6) */
export class ResultTypes {
  readonly #classes: ReadonlyMap<string, AbstractClass>;

  /** @param classes classes of the application, by fully qualified name */
  constructor(classes: ReadonlyMap<string, AbstractClass>) {
    this.#classes = classes;
  }

  /** @throws MAPPER_XML_INVALID if the type is unknown */
  mapperFor(name = 'map'): RowsMapper {
    if (name === 'number' || name === 'string' || name === 'boolean') return toScalar(name);
    return toObjects(this.classFor(name, 'map, number, string or boolean'));
  }

  /**
   * @returns undefined for `map`, whose rows are plain objects
   * @throws MAPPER_XML_INVALID if the class is unknown
   */
  classFor(name = 'map', others = 'map'): AbstractClass | undefined {
    if (name === 'map') return undefined;
    const type = this.#classes.get(name);
    if (type) return type;
    throw invalidXml(
      `Type ${name} is unknown.`,
      `Use the full name of a class of the application, or ${others}.`,
    );
  }
}
