import { MapperError } from '../xml/mapper-error.ts';
import type { MapperFile } from './mapper-file.ts';

/**
 * Files of an application by the names they define. A duplicate would silently replace the first.
 */
export class NameOwners {
  readonly #owners = new Map<string, string>();

  /** @throws MAPPER_DUPLICATE for a name of another file (spec: Errors) */
  add(entry: string, { namespace, resultMaps, fragments, statements }: MapperFile): void {
    for (const name of resultMaps.keys()) this.#own('Result Maps', name, entry);
    for (const name of fragments.keys()) this.#own('SQL fragments', name, entry);
    for (const { id } of statements) this.#own('Mapped Statements', `${namespace}.${id}`, entry);
  }

  #own(collection: string, name: string, entry: string): void {
    const owner = this.#owners.get(`${collection} ${name}`);
    if (owner !== undefined) {
      throw new MapperError(
        'MAPPER_DUPLICATE',
        `${collection} collection already contains value for ${name}: it is in ${owner}.`,
        'Keep one of the two.',
      );
    }
    this.#owners.set(`${collection} ${name}`, entry);
  }
}
