import { createHash } from 'node:crypto';
import { exportedNames } from './exported-names.ts';
import { SHARED_MODULES, type SharedModule } from './shared.ts';

/** Registry of the page: `globalThis[Symbol.for('platform.shared')]`, name → loader. */
const REGISTRY = 'platform.shared';

/** Files by which a page shares its module instances with native modules. */
export interface ShareFiles {
  /** Import map: bare specifier → address. */
  readonly imports: Readonly<Record<string, string>>;
  /** Address → text. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Generates a module for each shared one that re-exports the page's instance.
 * @param root folder that packages are resolved from
 * @param folder address that the files are served from, with a trailing slash
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

/** Large modules load on first use, so the instance is awaited. */
function shareFile(name: SharedModule, names: readonly string[]): string {
  return `const shared = await globalThis[Symbol.for(${JSON.stringify(REGISTRY)})][${JSON.stringify(name)}]();
export const { ${names.join(', ')} } = shared;
export default shared.default ?? shared;
`;
}
