import type { Plugin, Rollup } from 'vite';
import { RemoteBuildError } from './errors.ts';
import { SHARED_MODULES } from './shared.ts';

/** Shared packages, and those that Vue itself consists of. */
const PACKAGES = [...SHARED_MODULES, '@vue/runtime-core', '@vue/runtime-dom', '@vue/reactivity'];
const IN_SHARED = new RegExp(`/node_modules/(?:${PACKAGES.join('|')})/|/packages/remote-app/src/`);
/** Parts of pages, of which every application has its own copy: the shell need not carry them, and versions may differ. */
const PAGE_PARTS = /\/remote-app\/(?:src|dist)\/ui\//;

/**
 * Drops chunks that nothing reaches, and fails the build when a shared module was bundled all the same.
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
  for (const file of Object.values(bundle)) {
    if (
      file.type === 'chunk' &&
      (file.fileName === 'index.js' || file.name.startsWith('__federation_expose_'))
    )
      visit(file.fileName);
  }
  return reached;
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
