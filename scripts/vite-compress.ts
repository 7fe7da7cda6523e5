import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json']);
const smallest = 512;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Writes `.br` and `.gz` beside every text file of a build, for a gateway that serves them
 * unchanged (design 2.2). A build for development stays on one machine.
 */
export function compressAssets(): Plugin {
  let directory = '';
  return {
    name: 'compress-assets',
    apply: (_config, { command, mode }) => command === 'build' && mode !== 'development',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)));
      for (const file of files) await compress(join(file.parentPath, file.name));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < smallest) return;
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    brotli(content, { params: quality }).then((bytes) => writeFile(`${path}.br`, bytes)),
    deflate(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}
