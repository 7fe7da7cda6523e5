import type { Plugin } from 'vite';

/** `vite build --watch`: builds that can be debugged and are made quickly, with source maps; what is delivered has none. */
export function watchMode(): Plugin {
  return {
    name: 'platform:watch-mode',
    config: ({ build }) =>
      build?.watch
        ? { build: { minify: false, cssMinify: false, sourcemap: true, reportCompressedSize: false } }
        : undefined,
  };
}
