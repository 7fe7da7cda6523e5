import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { shareFiles } from '../../vite/share-files.ts';

/** Files of the page that stands in for the shell. */
export interface HostFiles {
  /** Path → content. */
  readonly files: ReadonlyMap<string, Uint8Array | string>;
  /** The page's import map, for remotes that are native modules. */
  readonly imports: Readonly<Record<string, string>>;
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** TypeScript in this repository, JavaScript in the published package. */
const SUFFIX = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** Bundles the page and the shared modules, in Vue's development build, which reports warnings. */
export async function bundleHost(): Promise<HostFiles> {
  const shared = shareFiles(FOLDER, '/host/shared/');
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
  const { imports, files } = await shared;
  const bundled = outputFiles.map(({ path, contents }) => [path.slice(FOLDER.length - 1), contents] as const);
  return { imports, files: new Map<string, Uint8Array | string>([...bundled, ...files]) };
}
