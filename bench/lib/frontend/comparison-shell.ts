import { build, type Plugin } from 'vite';
import { inRoot } from '../../../scripts/lib/paths.ts';

/** A view that the comparison shell has as a page of its own, under `host:static-<code>/<view>`. */
export interface StaticView {
  readonly code: string;
  readonly view: string;
}

const VIRTUAL = 'virtual:static-view/';

/**
 * Builds the shell with views of applications as lazy routes of its own (see `bench/comparison`).
 * @param outDir from the repository's root
 */
export async function buildComparisonShell(outDir: string, views: readonly StaticView[]): Promise<void> {
  await build({
    root: inRoot(),
    configFile: inRoot('vite.config.ts'),
    logLevel: 'error',
    plugins: [staticViews(views)],
    build: { outDir, emptyOutDir: true },
  });
}

function staticViews(views: readonly StaticView[]): Plugin {
  return {
    name: 'bench:static-views',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined;
      const [code = '', view = ''] = id.slice(VIRTUAL.length + 1).split('/');
      return `import install from ${JSON.stringify(inRoot(`frontend/${code}-app/src/index.ts`))};
import { staticPage } from ${JSON.stringify(inRoot('bench/comparison/static-page.ts'))};
export default staticPage('${code}', install, '${view}');`;
    },
    transform(source, id) {
      if (!id.endsWith('/app/router/page-sources.ts')) return undefined;
      const found = 'hostPage: (feature, page) => pages[';
      if (!source.includes(found)) throw new Error(`${id} has no "${found}" any more.`);
      const loaders = views.map(
        ({ code, view }) => `'static-${code}/${view}': () => import('${VIRTUAL}${code}/${view}')`,
      );
      const code = source.replace(
        found,
        () => `hostPage: (feature, page) => ({ ${loaders.join(', ')} })[feature + '/' + page] ?? pages[`,
      );
      return { code, map: null };
    },
  };
}
