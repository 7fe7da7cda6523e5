import type { Finding } from '../finding.ts';
import { HOST_AREAS, isReserved } from './reserved-names.ts';
import type { AppManifest, MenuNode } from './schema.ts';

/** Length of the host's column. */
const MAX_QUERY = 500;

interface Place {
  node: MenuNode;
  pointer: string;
  parent: MenuNode | undefined;
}

/** Walks the tree parents first, with the pointer and parent of each node. */
export function* walkMenus(
  menus: readonly MenuNode[],
  pointer = '/menus',
  parent?: MenuNode,
): Generator<Place> {
  for (const [index, node] of menus.entries()) {
    const at = `${pointer}/${index}`;
    yield { node, pointer: at, parent };
    yield* walkMenus(node.children ?? [], `${at}/children`, node);
  }
}

/**
 * Checks the menu rules that a schema cannot express. (spec: Menu rules; design 9.5-26)
 *
 * @param reserved first segments forbidden at the root; empty for an installed application
 */
export function checkMenus(manifest: AppManifest, reserved: readonly string[]): Finding[] {
  const places = [...walkMenus(manifest.menus ?? [])];
  return [
    ...places.flatMap((place) => checkPlace(place, manifest)),
    ...places.flatMap((place) => checkContent(place, manifest)),
    ...(reserved.length === 0 ? [] : places.flatMap((place) => checkPath(place, reserved))),
    ...duplicateKeys(places),
  ];
}

const error = (code: string, pointer: string, message: string, fix: string): Finding => {
  return { code, severity: 'error', entry: 'app.json', pointer, message: `${pointer}: ${message}`, fix };
};

function checkPlace({ node, pointer, parent }: Place, manifest: AppManifest): Finding[] {
  if (mayStandUnder(node, parent, manifest)) return [];
  const where = parent ? `under ${parent.type} "${parent.key}"` : 'at the root';
  const fix = {
    M: 'A directory must be at the root or under another directory.',
    C: 'A page must be at the root or under a directory.',
    F: 'A button must be under a page or a directory; without a frontend it may be at the root.',
  }[node.type];
  return [error('MENU_PLACEMENT', pointer, `${node.type} "${node.key}" is not allowed ${where}.`, fix)];
}

function mayStandUnder(node: MenuNode, parent: MenuNode | undefined, manifest: AppManifest): boolean {
  if (parent === undefined) return node.type !== 'F' || manifest.assets.frontend === undefined;
  return node.type === 'F' ? parent.type !== 'F' : parent.type === 'M';
}

function checkContent({ node, pointer }: Place, { code, assets }: AppManifest): Finding[] {
  const findings: Finding[] = [];
  if (!node.key.startsWith(`${code}:`)) {
    const message = `key "${node.key}" does not start with "${code}:".`;
    findings.push(
      error(
        'MENU_KEY_PREFIX',
        `${pointer}/key`,
        message,
        `Name it ${code}:${node.key.replace(/^[^:]*:/, '')}.`,
      ),
    );
  }
  if (node.type !== 'F' && node.path === undefined) {
    findings.push(
      error(
        'MENU_PATH_MISSING',
        pointer,
        `"${node.key}" has no path.`,
        'Add a path to every directory and page.',
      ),
    );
  }
  if (node.query !== undefined && JSON.stringify(node.query).length > MAX_QUERY) {
    const message = `the query of "${node.key}" is longer than ${MAX_QUERY} characters as JSON.`;
    findings.push(error('MANIFEST_INVALID', `${pointer}/query`, message, 'Shorten it.'));
  }
  return [
    ...findings,
    ...checkPermission(node, pointer, code),
    ...checkComponent(node, pointer, code, assets.frontend !== undefined),
  ];
}

/** A menu with a reserved address would never show its page. (design 9.8-60) */
function checkPath({ node, pointer, parent }: Place, reserved: readonly string[]): Finding[] {
  const [first = ''] = node.path?.split('/') ?? [];
  if (parent !== undefined || !isReserved(first, reserved)) return [];
  const message = `"${first}" is the first segment of a path of the host.`;
  return [error('MENU_PATH_RESERVED', `${pointer}/path`, message, 'Choose another path.')];
}

/**
 * A role that gets the menu gets its permission, so host permissions are refused here.
 *
 * Permissions of other applications are allowed: calling them may need one.
 */
function checkPermission({ key, perms }: MenuNode, pointer: string, code: string): Finding[] {
  if (perms === undefined) return [];
  if (perms.includes('*') && !perms.startsWith(`${code}:`)) {
    const message = `"${key}" grants every permission that matches "${perms}" to roles with this menu.`;
    return [error('MENU_PERMISSION_RESERVED', `${pointer}/perms`, message, 'List each permission.')];
  }
  // The host compares case-sensitively; people do not.
  if (!HOST_AREAS.includes(perms.slice(0, perms.indexOf(':')).toLowerCase())) return [];
  const message = `"${key}" grants the host's permission "${perms}" to roles with this menu.`;
  const fix = "Start it with the application's code.";
  return [error('MENU_PERMISSION_RESERVED', `${pointer}/perms`, message, fix)];
}

function checkComponent(node: MenuNode, pointer: string, code: string, hasFrontend: boolean): Finding[] {
  const at = `${pointer}/component`;
  const { component } = node;
  if (node.type !== 'C') {
    if (component === undefined) return [];
    return [
      error(
        'MENU_COMPONENT_SUPERFLUOUS',
        at,
        `${node.type} "${node.key}" has a component.`,
        'Only pages (C) have one.',
      ),
    ];
  }
  if (component === undefined) {
    return [
      error(
        'MENU_COMPONENT_MISSING',
        pointer,
        `page "${node.key}" has no component.`,
        `Add "component": "remote:${code}/<viewKey>".`,
      ),
    ];
  }
  if (!component.startsWith(`remote:${code}/`)) {
    return [
      error(
        'MENU_COMPONENT_FOREIGN',
        at,
        `"${component}" belongs to another application.`,
        `Start it with remote:${code}/.`,
      ),
    ];
  }
  if (hasFrontend) return [];
  return [
    error(
      'MENU_WITHOUT_FRONTEND',
      at,
      `"${component}" is a view, but assets.frontend is missing.`,
      'Declare assets.frontend, or remove the page.',
    ),
  ];
}

function duplicateKeys(places: readonly Place[]): Finding[] {
  const seen = new Map<string, string>();
  return places.flatMap(({ node, pointer }) => {
    const key = node.key.toLowerCase();
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, pointer);
      return [];
    }
    return [
      error(
        'MENU_KEY_DUPLICATE',
        `${pointer}/key`,
        `"${node.key}" is also the key of ${first}.`,
        'Give every menu its own key.',
      ),
    ];
  });
}

/** View keys of all pages, without duplicates. */
export function viewKeysOf(manifest: AppManifest): string[] {
  const prefix = `remote:${manifest.code}/`;
  const keys = [...walkMenus(manifest.menus ?? [])].flatMap(({ node }) =>
    node.component?.startsWith(prefix) ? [node.component.slice(prefix.length)] : [],
  );
  return [...new Set(keys)];
}
