import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';
import { exportedNames } from '../exported-names.ts';
import type { RemoteProject } from '../project.ts';
import { ELEMENT_PLUS_STYLE, shareImports } from '../share-imports.ts';
import { isShared, type SharedModule } from '../shared.ts';

/** Path of the entry, as in a build. */
const ENTRY = '/index.js';
const SOURCE = '/src/index.ts';
const CLIENT = 'virtual:platform-development';
const SHARE = 'virtual:platform-developed-share/';
const NO_STYLE = 'virtual:platform-no-style';
/** Beside this file, in the sources and in the published package. */
const CLIENT_FILE = fileURLToPath(
  new URL(`./client${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

/**
 * Reloading by a new address only evaluates changed modules again, because Vite adds the time of a
 * change to imports.
 */
const entryCode = ({ code, version }: RemoteProject): string => `import { client } from '${CLIENT}';
const again = new URL(import.meta.url).searchParams.get('reload');
export const develop = (shared, hooks) => client.develop(shared, hooks);
export const locate = (error) => client.locate(error);
export const load = async () => {
  const app = again ? await import(/* @vite-ignore */ \`${SOURCE}?t=\${again}\`) : await import('${SOURCE}');
  return async (runtime) => ({ ...(await app.default(runtime)), manifest: ${JSON.stringify({ code, version })} });
};
if (import.meta.hot) import.meta.hot.accept('${SOURCE}', () => client.reload());
`;
/** Vite would rewrite `new URL('/', import.meta.url)` as an asset. */
const clientCode = (
  root: string,
): string => `import { DevelopmentClient } from ${JSON.stringify(CLIENT_FILE)};
const base = \`\${new URL(import.meta.url).origin}/\`;
export const client = new DevelopmentClient({ hot: import.meta.hot, base, folder: ${JSON.stringify(`${normalizePath(root)}/`)} });
export const updateStyle = (id, css) => client.updateStyle(id, css);
export const removeStyle = (id) => client.removeStyle(id);
`;
const VITE_STYLES = /(import \{ updateStyle as __vite__updateStyle.*? from )"[^"]*"/;

/** Virtual modules of the development server: the entry, and stand-ins for shared modules. */
export function developmentModules(project: RemoteProject): Plugin {
  return {
    name: 'platform:development-modules',
    apply: 'serve',
    enforce: 'pre',
    resolveId(id) {
      if (ELEMENT_PLUS_STYLE.test(id)) return `\0${NO_STYLE}`;
      return id === ENTRY || id === CLIENT || id.startsWith(SHARE) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (id === `\0${ENTRY}`) return entryCode(project);
      if (id === `\0${CLIENT}`) return clientCode(project.root);
      if (id === `\0${NO_STYLE}`) return 'export {};';
      const name = id.startsWith(`\0${SHARE}`) ? id.slice(SHARE.length + 1) : '';
      return isShared(name) ? shareModule(name, project.root) : undefined;
    },
  };
}

/** Redirects shared modules and styles to the shell; runs after the compilers. */
export function developmentImports(): Plugin {
  return {
    name: 'platform:development-imports',
    apply: 'serve',
    enforce: 'post',
    transform(code, id) {
      if (id.startsWith(`\0${SHARE}`)) return undefined;
      const styled = code.replace(VITE_STYLES, `$1"${CLIENT}"`);
      if (styled !== code) return { code: styled, map: null };
      return shareImports(code, id, { parse: (text) => this.parse(text), standIn: (name) => SHARE + name });
    },
  };
}

async function shareModule(name: SharedModule, root: string): Promise<string> {
  const names = await exportedNames(name, root);
  return `import { client } from '${CLIENT}';
const shared = client.shared(${JSON.stringify(name)});
${names.map((key) => `export const ${key} = shared[${JSON.stringify(key)}];`).join('\n')}
export default shared.default ?? shared;
`;
}
