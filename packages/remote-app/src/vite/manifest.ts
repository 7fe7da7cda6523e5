import { existsSync, readFileSync } from 'node:fs';
import { RemoteBuildError } from './errors.ts';

interface MenuNode {
  component?: string;
  children?: MenuNode[];
}

interface AppJson {
  code?: string;
  version?: string;
  menus?: MenuNode[];
}

/**
 * Reads version and view keys of `app.json`; undefined if the file does not exist.
 * @throws RemoteBuildError REMOTE_MANIFEST_INVALID, REMOTE_NAME_MISMATCH
 */
export function readManifest(file: string, code: string): { version?: string; views: string[] } | undefined {
  if (!existsSync(file)) return undefined;
  const manifest = parse(file);
  if (manifest.code !== code) {
    throw new RemoteBuildError(
      'REMOTE_NAME_MISMATCH',
      `\`code\` in ${file} is ${JSON.stringify(manifest.code)}, but appCode is ${JSON.stringify(code)}`,
      'Make the folder, package name, appCode and `code` in app.json agree.',
    );
  }
  const views = new Set<string>();
  for (const component of componentsOf(manifest.menus ?? [])) {
    const [, owner, view] = /^remote:([^/]+)\/(.+)$/.exec(component) ?? [];
    if (owner !== code || !view) {
      throw new RemoteBuildError(
        'REMOTE_NAME_MISMATCH',
        `menu component ${JSON.stringify(component)} in ${file} is not of the form remote:${code}/<viewKey>`,
        'Correct the component of that menu.',
      );
    }
    views.add(view);
  }
  return { version: manifest.version, views: [...views] };
}

function parse(file: string): AppJson {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as AppJson;
  } catch (cause) {
    throw new RemoteBuildError(
      'REMOTE_MANIFEST_INVALID',
      `${file} is not valid JSON: ${(cause as Error).message}`,
      'Correct the file.',
    );
  }
}

function componentsOf(menus: readonly MenuNode[]): string[] {
  return menus.flatMap((menu) => [
    ...(menu.component ? [menu.component] : []),
    ...componentsOf(menu.children ?? []),
  ]);
}
