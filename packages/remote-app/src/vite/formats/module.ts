import type { Plugin, Rollup } from 'vite';
import { INSTALL_ENTRY } from '../install-entry.ts';
import { ELEMENT_PLUS_STYLE, shareImports } from '../share-imports.ts';
import { SHARED_MODULES } from '../shared.ts';
import type { FormatBuild } from './format.ts';

const NO_STYLE = '\0platform-no-style';

/** Native modules: `index.js` exports `install` and `styles`, and the imports of shared modules are left to the shell's import map. */
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

/** Element Plus's styles are the host's and are dropped. */
function hostStyles(): Plugin {
  return {
    name: 'platform:host-styles',
    enforce: 'pre',
    resolveId: (id) => (ELEMENT_PLUS_STYLE.test(id) ? NO_STYLE : undefined),
    load: (id) => (id === NO_STYLE ? 'export {};' : undefined),
  };
}

/** Every import of a shared module, those of files inside Element Plus included, names the module itself. */
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
 * Writes `index.js` by hand: chunks must not import it, because it is the one file whose address has a query, and would be a
 * second module without it.
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
