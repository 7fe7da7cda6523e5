import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ZipArchive } from '@platform/package-format';
import { PlatformError, reasonOf } from '../../kernel/index.ts';
import type { JarInMemory, JarSource, PluginJar } from '../contract/plugin-jar.ts';

/**
 * Reads a jar into memory.
 *
 * @throws PLUGIN_JAR_UNREADABLE if the file is missing or not a readable archive
 */
export async function readJar(source: JarSource): Promise<PluginJar> {
  return typeof source === 'string' ? readFromFile(source) : jarOf(source);
}

function jarOf({ fileName, files, evaluated }: JarInMemory): PluginJar {
  const names = [...files.keys()];
  return {
    fileName,
    has: (entry) => files.has(entry),
    entries: (prefix) => names.filter((name) => name.startsWith(prefix)),
    text: (entry) => files.get(entry),
    evaluated: (entry) => evaluated?.get(entry),
  };
}

async function readFromFile(path: string): Promise<PluginJar> {
  const fileName = basename(path);
  try {
    const archive = await ZipArchive.open(await readFile(path));
    const names = archive.entries.map(({ name }) => name).filter((name) => !name.endsWith('/'));
    const contents = await Promise.all(names.map((name) => archive.read(name)));
    const files = new Map(names.map((name, index) => [name, contents[index] ?? Buffer.alloc(0)]));
    return {
      fileName,
      has: (entry) => files.has(entry),
      entries: (prefix) => names.filter((name) => name.startsWith(prefix)),
      text: (entry) => files.get(entry)?.toString('utf8'),
    };
  } catch (cause) {
    const reason = reasonOf(cause);
    throw new PlatformError({
      code: 'PLUGIN_JAR_UNREADABLE',
      status: 422,
      message: `The backend jar ${fileName} cannot be read: ${reason}`,
      fix: 'Deploy or upgrade the application again to replace the jar.',
      cause,
    });
  }
}
