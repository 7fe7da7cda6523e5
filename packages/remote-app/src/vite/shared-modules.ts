import type { Plugin } from 'vite';
import { exportedNames } from './exported-names.ts';
import { isShared } from './shared.ts';
import { ELEMENT_PLUS_STYLE, shareImports } from './share-imports.ts';

/** Prefix of the virtual modules that stand for shared ones. */
const SHARE = 'virtual:platform-share/';
const STUB = 'virtual:platform-shared-stub/';
const ENTRY_HELPER = '__remoteEntryHelper__';

/**
 * What the federation plugin takes for the local copy of a shared module. Copies are never shipped, so it is an empty
 * module: bundling Element Plus only to drop it would cost seconds.
 */
export function stubOf(name: string): string {
  return STUB + name;
}

/**
 * Takes shared modules from the share scope: every import of one, deep imports of Element Plus included, becomes an import
 * of one virtual module, which asks the scope once and gives the names on, so that unused ones and their importers are still
 * shaken off. Element Plus's styles are the host's and are dropped.
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

/** Redirects imports to {@link sharedModules}; must come after the compilers and before the federation plugin. */
export function shareRedirect(): Plugin {
  return {
    name: 'platform:share-redirect',
    enforce: 'post',
    transform(code, id) {
      // The container would join "./" with its own folder's address wrongly; an empty base makes it use the folder alone.
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
