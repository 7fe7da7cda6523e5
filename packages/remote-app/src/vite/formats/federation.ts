import federation from '@originjs/vite-plugin-federation';
import type { Plugin } from 'vite';
import { INSTALL_ENTRY } from '../install-entry.ts';
import type { RemoteProject } from '../project.ts';
import { SHARED_MODULES } from '../shared.ts';
import { sharedModules, shareRedirect, stubOf } from '../shared-modules.ts';
import type { FormatBuild } from './format.ts';

/**
 * The formal input of the build, which is empty because the plugin emits the container (design
 * 5.1).
 */
const EMPTY_ENTRY = 'virtual:platform-empty';
const EXPOSED_CHUNK = '__federation_expose_Install';

/**
 * A federation container: `index.js` exports `init`, which receives the shared modules, and `get`.
 */
export function federationFormat(project: RemoteProject): FormatBuild {
  return {
    before: [emptyEntry(), sharedModules(project.root)],
    after: [
      shareRedirect(),
      federation({
        name: project.code,
        filename: 'index.js',
        exposes: { './install': { import: INSTALL_ENTRY, dontAppendStylesToHead: true } },
        shared: Object.fromEntries(
          SHARED_MODULES.map((name) => [name, { generate: false, packagePath: stubOf(name) }]),
        ),
      }),
    ],
    build: { rollupOptions: { input: EMPTY_ENTRY } },
  };
}

function emptyEntry(): Plugin {
  let builds = 0;
  return {
    name: 'platform:empty-entry',
    enforce: 'pre',
    buildStart() {
      // The federation plugin emits the exposed chunk only once, which breaks watch mode.
      if (builds++ > 0) {
        this.emitFile({
          type: 'chunk',
          id: INSTALL_ENTRY,
          name: EXPOSED_CHUNK,
          preserveSignature: 'allow-extension',
        });
      }
    },
    resolveId: (id) => (id === EMPTY_ENTRY ? `\0${id}` : undefined),
    load: (id) => (id === `\0${EMPTY_ENTRY}` ? 'export {};' : undefined),
  };
}
