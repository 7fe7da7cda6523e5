import type { Plugin } from 'vite';
import type { RemoteProject } from './project.ts';

/** Id of the module that the shell installs. */
export const INSTALL_ENTRY = 'virtual:platform-install';

/**
 * Wraps the application's install function to add the manifest, so that the shell can verify which
 * application it received (design 9.6-30).
 */
export function installEntry(project: RemoteProject): Plugin {
  const manifest = JSON.stringify({ code: project.code, version: project.version });
  return {
    name: 'platform:install-entry',
    enforce: 'pre',
    resolveId: (id) => (id === INSTALL_ENTRY ? `\0${id}` : undefined),
    load: (id) =>
      id === `\0${INSTALL_ENTRY}`
        ? `import install from ${JSON.stringify(project.entry)};
export default async (runtime) => ({ ...(await install(runtime)), manifest: ${manifest} });`
        : undefined,
  };
}
