import { ZipArchive } from './zip-archive.ts';

/** The mapper files of a backend jar, and what its index says of its classes. */
export interface JarMappers {
  readonly mappers: ReadonlyArray<{ readonly entry: string; readonly xml: string }>;
  /** Full names; undefined without an index. */
  readonly classes: ReadonlySet<string> | undefined;
}

/** @param jar of an accepted package */
export async function readJarMappers(jar: Buffer): Promise<JarMappers> {
  const archive = await ZipArchive.open(jar);
  try {
    const names = archive.entries.map(({ name }) => name);
    const text = async (name: string): Promise<string> => (await archive.read(name)).toString('utf8');
    const index = names.includes(INDEX)
      ? (JSON.parse(await text(INDEX)) as { readonly classes?: ReadonlyArray<{ readonly name: string }> })
      : undefined;
    const mappers = names.filter((name) => /^mapper\/.+\.xml$/.test(name));
    return {
      mappers: await Promise.all(mappers.map(async (entry) => ({ entry, xml: await text(entry) }))),
      classes: index?.classes && new Set(index.classes.map(({ name }) => name)),
    };
  } finally {
    await archive.close();
  }
}

const INDEX = 'META-INF/plugin.json';
