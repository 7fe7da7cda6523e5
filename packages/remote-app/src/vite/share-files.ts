import { createHash } from 'node:crypto';
import { exportedNames } from './exported-names.ts';
import { SHARED_MODULES, type SharedModule } from './shared.ts';

/** Where a page keeps its shared modules: `globalThis[Symbol.for('platform.shared')]`, name → how to load it. */
const REGISTRY = 'platform.shared';

/** The files by which a page shares its own module instances with native modules. */
export interface ShareFiles {
  /** Bare specifier → address, for an import map. */
  readonly imports: Readonly<Record<string, string>>;
  /** Address → text. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Makes a module for each shared one, which asks the page for its instance and exports the same names.
 * @param root folder that the packages are resolved from
 * @param folder address of the folder that the files are served from, with a slash at its end
 */
export async function shareFiles(root: string, folder: string): Promise<ShareFiles> {
  const made = await Promise.all(
    SHARED_MODULES.map(async (name) => {
      const text = shareFile(name, await exportedNames(name, root));
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
      return { name, text, address: `${folder}${name.replace(/^.*\//, '')}-${hash}.js` };
    }),
  );
  return {
    imports: Object.fromEntries(made.map(({ name, address }) => [name, address])),
    files: new Map(made.map(({ address, text }) => [address, text])),
  };
}

/** A large module is loaded when the first remote asks for it, which is why its instance is awaited. */
function shareFile(name: SharedModule, names: readonly string[]): string {
  return `const shared = await globalThis[Symbol.for(${JSON.stringify(REGISTRY)})][${JSON.stringify(name)}]();
export const { ${names.join(', ')} } = shared;
export default shared.default ?? shared;
`;
}
