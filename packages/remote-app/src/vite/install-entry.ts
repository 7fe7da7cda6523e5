import type { Plugin } from 'vite';
import type { RemoteProject } from './project.ts';

/** The module that the container exposes as `./install`. */
export const INSTALL_ENTRY = 'virtual:platform-install';
/** The build's formal input: empty, because the container and what it exposes are emitted (design 5.1). */
export const EMPTY_ENTRY = 'virtual:platform-empty';

const EXPOSED_CHUNK = '__federation_expose_Install';

/**
 * Provides the virtual modules of a build. The exposed one adds the manifest, so that the shell can tell that the code it
 * got is the code it asked for (design 9.6-30).
 */
export function installEntry(project: RemoteProject): Plugin {
  const manifest = JSON.stringify({ code: project.code, version: project.version });
  const modules = new Map([
    [EMPTY_ENTRY, 'export {};'],
    [
      INSTALL_ENTRY,
      `import install from ${JSON.stringify(project.entry)};
export default async (runtime) => ({ ...(await install(runtime)), manifest: ${manifest} });`,
    ],
  ]);
  let builds = 0;
  return {
    name: 'platform:install-entry',
    enforce: 'pre',
    buildStart() {
      // The federation plugin remembers what it has emitted, so in watch mode it emits the exposed chunk only once.
      if (builds++ > 0) {
        this.emitFile({
          type: 'chunk',
          id: INSTALL_ENTRY,
          name: EXPOSED_CHUNK,
          preserveSignature: 'allow-extension',
        });
      }
    },
    resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
    load: (id) => modules.get(id.slice(1)),
  };
}
