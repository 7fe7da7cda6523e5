import type { MapperFile } from './mapper-file.ts';
import { readMapperFile } from './mapper-file.ts';
import { NameOwners } from './name-owners.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** The mapper files of an application, for one database. */
export interface MapperSet {
  /** Valid files by entry. */
  readonly files: ReadonlyMap<string, MapperFile>;
  /** By full name. */
  readonly fragments: ReadonlyMap<string, XmlElement>;
  /** By full name. */
  readonly resultMaps: ReadonlyMap<string, XmlElement>;
}

/**
 * Reads the mapper files of an application; an invalid one is reported and skipped. (spec: Errors)
 *
 * @param prefix package of the application, with its final dot
 * @param failed receives MAPPER_XML_INVALID, MAPPER_NAMESPACE, MAPPER_DUPLICATE
 */
export function readMappers(
  sources: Iterable<{ readonly entry: string; readonly xml: string }>,
  prefix: string,
  databaseId: string,
  check: (file: MapperFile) => void,
  failed: (entry: string, error: unknown) => void,
): MapperSet {
  const files = new Map<string, MapperFile>();
  const owners = new NameOwners();
  for (const { entry, xml } of sources) {
    try {
      const file = readMapperFile(xml, prefix, databaseId);
      owners.add(entry, file);
      check(file);
      files.set(entry, file);
    } catch (error) {
      failed(entry, error);
    }
  }
  const all = [...files.values()];
  return {
    files,
    fragments: new Map(all.flatMap((file) => [...file.fragments])),
    resultMaps: new Map(all.flatMap((file) => [...file.resultMaps])),
  };
}
