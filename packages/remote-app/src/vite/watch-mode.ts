import type { Plugin } from 'vite';

/** Makes `vite build --watch` fast and debuggable; only these builds have source maps. */
export function watchMode(): Plugin {
  return {
    name: 'platform:watch-mode',
    config: ({ build }) =>
      build?.watch
        ? { build: { minify: false, cssMinify: false, sourcemap: true, reportCompressedSize: false } }
        : undefined,
  };
}
