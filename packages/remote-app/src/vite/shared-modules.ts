import type { Plugin } from 'vite';
import { exportedNames } from './exported-names.ts';
import { isShared } from './shared.ts';
import { ELEMENT_PLUS_STYLE, shareImports } from './share-imports.ts';

/** Prefix of the stand-ins for shared modules. */
const SHARE = 'virtual:platform-share/';
const STUB = 'virtual:platform-shared-stub/';
const ENTRY_HELPER = '__remoteEntryHelper__';

/**
 * Id of the empty module that the federation plugin bundles as the local copy of a shared one.
 * Copies are never shipped, and bundling Element Plus would take seconds.
 */
export function stubOf(name: string): string {
  return STUB + name;
}

/**
 * Takes shared modules from the share scope. Every import, deep imports of Element Plus included,
 * becomes an import of one virtual module that re-exports the names, so that unused ones are
 * tree-shaken. Element Plus's styles are dropped, because the host provides them.
 */
export function sharedModules(root: string): Plugin {
  return {
    name: 'platform:shared-modules',
    enforce: 'pre',
    resolveId(id) {
      if (ELEMENT_PLUS_STYLE.test(id)) return `\0${STUB}styles`;
      return id.startsWith(STUB) || id.startsWith(SHARE) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (id.startsWith(`\0${STUB}`)) return 'export {};';
      return id.startsWith(`\0${SHARE}`) ? shareModule(id.slice(SHARE.length + 1), root) : undefined;
    },
  };
}

/**
 * Redirects imports to {@link sharedModules}; runs after the compilers and before the federation
 * plugin.
 */
export function shareRedirect(): Plugin {
  return {
    name: 'platform:share-redirect',
    enforce: 'post',
    transform(code, id) {
      // The container joins "./" with its folder incorrectly; an empty base avoids that.
      if (id.includes(ENTRY_HELPER))
        return { code: code.replace('__VITE_BASE_PLACEHOLDER__', "''"), map: null };
      if (id.startsWith(`\0${SHARE}`)) return undefined;
      return shareImports(code, id, { parse: (text) => this.parse(text), standIn: (name) => SHARE + name });
    },
  };
}

async function shareModule(name: string, root: string): Promise<string> {
  if (!isShared(name)) throw new Error(`${name} is not shared`);
  const names = await exportedNames(name, root);
  return `import * as shared from ${JSON.stringify(name)};
const pick = (name) => shared[name];
${names.map((key) => `export const ${key} = /*#__PURE__*/ pick(${JSON.stringify(key)});`).join('\n')}
export default /*#__PURE__*/ (() => shared.default ?? shared)();`;
}
