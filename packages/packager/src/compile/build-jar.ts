import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeZip } from '@platform/package-format';
import { compilePlugin, type CompileOptions } from './compile-plugin.ts';
import type { PluginIndex } from './plugin-index.ts';

/** Compiles the project and writes its jar. Throws what `compilePlugin` throws. */
export async function buildJar(
  projectDir: string,
  outFile: string,
  options?: CompileOptions,
): Promise<PluginIndex> {
  const { index, files } = await compilePlugin(projectDir, options);
  await mkdir(dirname(outFile), { recursive: true });
  await writeZip(
    outFile,
    [...files].map(([name, content]) => ({ name, content })),
  );
  return index;
}
