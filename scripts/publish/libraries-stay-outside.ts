import { sep } from 'node:path';
import type { Plugin } from 'esbuild';

export interface Bundled {
  /** Returns whether a package, by its name, becomes part of the bundle. */
  readonly isBundled: (packageName: string) => boolean;
}

const LIBRARIES = `${sep}node_modules${sep}`;

/** Bundles a program's own modules and leaves other packages where npm installed them. */
export const librariesStayOutside = ({ isBundled }: Bundled): Plugin => ({
  name: 'libraries-stay-outside',
  setup(context) {
    context.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      // A bundled library brings its dependencies along: npm may have nested other versions in it.
      const bundle = kind === 'entry-point' || isBundled(name) || importer.includes(LIBRARIES);
      return bundle && name !== 'pino' ? undefined : { path, external: true };
    });
  },
});
