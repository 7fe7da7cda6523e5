import type { Plugin, Rollup } from 'vite';
import { INSTALL_ENTRY } from '../install-entry.ts';
import { ELEMENT_PLUS_STYLE, shareImports } from '../share-imports.ts';
import { SHARED_MODULES } from '../shared.ts';
import type { FormatBuild } from './format.ts';

const NO_STYLE = '\0platform-no-style';

/**
 * Native modules: `index.js` exports `install` and `styles`; the shell's import map resolves
 * shared modules.
 */
export function moduleFormat(): FormatBuild {
  return {
    before: [hostStyles()],
    after: [bareImports(), moduleEntry()],
    build: {
      rollupOptions: {
        input: { install: INSTALL_ENTRY },
        external: [...SHARED_MODULES],
        preserveEntrySignatures: 'allow-extension',
      },
    },
  };
}

/** Drops Element Plus's styles, which the host provides. */
function hostStyles(): Plugin {
  return {
    name: 'platform:host-styles',
    enforce: 'pre',
    resolveId: (id) => (ELEMENT_PLUS_STYLE.test(id) ? NO_STYLE : undefined),
    load: (id) => (id === NO_STYLE ? 'export {};' : undefined),
  };
}

/** Makes deep imports of shared modules, such as Element Plus, import the module itself. */
function bareImports(): Plugin {
  return {
    name: 'platform:bare-imports',
    enforce: 'post',
    transform(code, id) {
      return shareImports(code, id, { parse: (text) => this.parse(text), standIn: (name) => name });
    },
  };
}

/**
 * Writes `index.js` separately from the chunks, which must not import it: its address has a query,
 * and without it would be another module.
 */
function moduleEntry(): Plugin {
  return {
    name: 'platform:module-entry',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const install = files.find(isInstallChunk);
      if (!install) return;
      const styles = files.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css'));
      this.emitFile({
        type: 'asset',
        fileName: 'index.js',
        source: `export { default as install } from ${JSON.stringify(`./${install.fileName}`)};
export const styles = ${JSON.stringify(styles)};
`,
      });
    },
  };
}

function isInstallChunk(file: Rollup.OutputBundle[string]): boolean {
  return file.type === 'chunk' && file.isEntry;
}
