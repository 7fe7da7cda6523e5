import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** File name → content of the page that stands for the shell. */
export type HostFiles = ReadonlyMap<string, Uint8Array>;

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** Sources in this repository, JavaScript as it is published. */
const SUFFIX = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** Bundles the page with what the host shares, in Vue's development form: only that one warns. */
export async function bundleHost(): Promise<HostFiles> {
  const { outputFiles } = await build({
    absWorkingDir: FOLDER,
    entryPoints: { main: join(FOLDER, `page/main${SUFFIX}`), 'element-plus': 'element-plus/dist/index.css' },
    outdir: join(FOLDER, 'host'),
    bundle: true,
    write: false,
    splitting: true,
    format: 'esm',
    target: 'esnext',
    minifyWhitespace: true,
    logLevel: 'silent',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  return new Map(
    outputFiles.map(({ path, contents }) => [path.slice(join(FOLDER, 'host').length + 1), contents]),
  );
}
