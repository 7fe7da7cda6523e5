import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAPPER, ownFact, type AbstractClass } from '@platform/plugin-sdk/host';
import type { JarInMemory } from '../plugin-runtime/contract/plugin-jar.ts';
import { packageSegment } from '../plugin-runtime/imports/package-segment.ts';

/** The manifest of a test project. */
export interface TestProject {
  readonly dir: string;
  readonly code: string;
  readonly version: string;
  readonly permissions: unknown;
}

/** The project that a folder belongs to: the nearest upwards with an `app.json`. */
export async function findProject(from: string): Promise<TestProject> {
  const text = await readFile(join(from, 'app.json'), 'utf8').catch(() => undefined);
  if (text !== undefined) {
    const { code, version, permissions } = JSON.parse(text) as Omit<TestProject, 'dir'>;
    return { dir: from, code, version, permissions };
  }
  if (dirname(from) === from)
    throw new Error('No app.json lies at or above `root`; give import.meta.dirname.');
  return findProject(dirname(from));
}

/** A jar of classes that a test has imported itself, with the mapper XML of their project. */
export async function testJar(
  { dir, code, version, permissions }: TestProject,
  classes: readonly AbstractClass[],
): Promise<JarInMemory> {
  const mappers = await mapperXml(dir);
  const named = [...new Set([...mappers.values()].flatMap(namesIn))];
  const root = `cn/platform/${packageSegment(code)}`;
  const evaluated = new Map<string, Record<string, unknown>>();
  const indexed = withEntities(classes).map((type, number) => {
    const file = `${root}/test/${number}.js`;
    evaluated.set(file, { [type.name]: type });
    const declared = named.find((name) => name.endsWith(`.${type.name}`));
    return {
      name: declared ?? `${root.replaceAll('/', '.')}.${type.name}`,
      export: type.name,
      file,
      kind: ownFact(type, MAPPER) ? 'mapper' : 'class',
      abstract: false,
    };
  });
  const tested = new Set(indexed.map(({ name }) => name));
  const used = [...mappers].filter(([, xml]) => tested.has(/namespace="([^"]+)"/.exec(xml)?.[1] ?? ''));
  const index = {
    formatVersion: 1,
    code,
    version,
    platform: '1.0.0',
    ...(permissions === undefined ? {} : { permissions }),
    main: null,
    classes: indexed,
    modules: indexed.map(({ file }) => ({ file, source: file, requires: [] })),
    packages: [],
    mappers: used.map(([name]) => name),
  };
  const files = new Map([
    ['META-INF/plugin.json', JSON.stringify(index)],
    ...indexed.map(({ file }) => [file, ''] as const),
    ...used,
  ]);
  return { fileName: `platform-${code}-plugin-${version}.jar`, files, evaluated };
}

/** The entities of mappers come along: XML may name them as types. */
function withEntities(classes: readonly AbstractClass[]): AbstractClass[] {
  const entities = classes.flatMap((type) => ownFact(type, MAPPER)?.entity ?? []);
  return [...new Set([...classes, ...entities])];
}

/** Full names of classes, which the imported ones do not carry: namespaces and types. */
const namesIn = (xml: string): string[] =>
  [...xml.matchAll(/\b(?:namespace|type|resultType|ofType|javaType)="([^"]+\.[^"]+)"/g)].flatMap(
    ([, name]) => name ?? [],
  );

async function mapperXml(dir: string): Promise<Map<string, string>> {
  const folder = join(dir, 'resources');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const xml = names.filter((name) => name.endsWith('.xml')).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    await Promise.all(xml.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}
