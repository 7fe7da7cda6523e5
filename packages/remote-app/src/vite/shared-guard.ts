import type { Plugin, Rollup } from 'vite';
import { RemoteBuildError } from './errors.ts';
import { INSTALL_ENTRY } from './install-entry.ts';
import { SHARED_MODULES } from './shared.ts';

/** Shared packages, and the packages of Vue itself. */
const PACKAGES = [...SHARED_MODULES, '@vue/runtime-core', '@vue/runtime-dom', '@vue/reactivity'];
const IN_SHARED = new RegExp(`/node_modules/(?:${PACKAGES.join('|')})/|/packages/remote-app/src/`);
/** Each application bundles its own copy of the components, so that versions may differ. */
const PAGE_PARTS = /\/remote-app\/(?:src|dist)\/ui\//;

/**
 * Removes unreachable chunks, and fails the build if a shared module was bundled.
 * @throws RemoteBuildError REMOTE_SHARED_BUNDLED
 */
export function sharedGuard(): Plugin {
  return {
    name: 'platform:shared-guard',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const reached = reachableChunks(bundle);
      for (const [fileName, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (reached.has(fileName)) refuseShared(chunk.moduleIds);
        else delete bundle[fileName];
      }
    },
  };
}

function reachableChunks(bundle: Rollup.OutputBundle): Set<string> {
  const reached = new Set<string>();
  const visit = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || reached.has(fileName)) return;
    reached.add(fileName);
    [...chunk.imports, ...chunk.dynamicImports].forEach(visit);
  };
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && isRoot(file)) visit(file.fileName);
  return reached;
}

/** Whether the shell requests the chunk directly. */
function isRoot({ fileName, name, facadeModuleId }: Rollup.OutputChunk): boolean {
  return (
    fileName === 'index.js' ||
    name.startsWith('__federation_expose_') ||
    facadeModuleId === `\0${INSTALL_ENTRY}`
  );
}

function refuseShared(moduleIds: readonly string[]): void {
  const bundled = moduleIds
    .map((id) => id.replaceAll('\\', '/'))
    .find((id) => !id.startsWith('\0') && IN_SHARED.test(id) && !PAGE_PARTS.test(id));
  if (!bundled) return;
  throw new RemoteBuildError(
    'REMOTE_SHARED_BUNDLED',
    `${bundled} would be bundled, although the host shares its package`,
    'Import from the package itself (for example `import { ElTable } from "element-plus"`), not from a file inside it.',
  );
}
