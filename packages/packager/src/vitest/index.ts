import { transform } from 'esbuild';
import type { Plugin } from 'vite';

/**
 * Lowers TC39 standard decorators in TypeScript sources before Vitest sees them: its own
 * transformer leaves them in place, and Node does not run them yet.
 */
export function decorators(): Plugin {
  return {
    name: 'platform:decorators',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('.ts') || id.includes('node_modules') || !/^\s*@[A-Z]\w*\(?/m.test(code)) return null;
      const result = await transform(code, {
        loader: 'ts',
        target: 'es2022',
        sourcefile: id,
        sourcemap: true,
      });
      return { code: result.code, map: result.map };
    },
  };
}
