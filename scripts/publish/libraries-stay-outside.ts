import type { Plugin } from 'esbuild';

/**
 * Bundles a program's own modules and leaves what npm installed where it is.
 * @param bundledScope scope whose packages count as the program's own
 */
export const librariesStayOutside = ({ bundledScope }: { bundledScope: string | undefined }): Plugin => ({
  name: 'libraries-stay-outside',
  setup(context) {
    context.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const own = bundledScope !== undefined && path.startsWith(`${bundledScope}/`);
      return kind === 'entry-point' || own ? undefined : { path, external: true };
    });
  },
});
