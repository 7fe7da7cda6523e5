import type { PackageContent, TouchedMenu, VersionDifferences } from '@platform/host-api';
import type { AppManifest, MenuNode } from '@platform/package-format';
import { askedPermissions } from '../requirements/asked-permissions.ts';

export interface RecordedVersion {
  readonly manifest: AppManifest;
  /** Undefined for a version saved before contents were recorded. */
  readonly content: PackageContent | undefined;
}

/** Additions, changes and removals from `from` to `to`, by their records. (design 15.4) */
export function differencesBetween(from: RecordedVersion, to: RecordedVersion): VersionDifferences {
  const former = menusOf(from.manifest);
  const menus = menusOf(to.manifest);
  const filesBefore = filesOf(from.content);
  const files = filesOf(to.content);
  const areKnown = from.content !== undefined && to.content !== undefined;
  const scripts = (of: RecordedVersion): string[] => of.content?.scripts.map(({ name }) => name) ?? [];
  return {
    menus: {
      added: touched(menus, (key) => !former.has(key)),
      changed: touched(menus, (key, own) => former.has(key) && former.get(key)?.own !== own),
      removed: touched(former, (key) => !menus.has(key)),
    },
    scripts: areKnown
      ? { added: without(scripts(to), scripts(from)), removed: without(scripts(from), scripts(to)) }
      : { added: [], removed: [] },
    permissions: {
      added: askedPermissions(to.manifest, from.manifest).filter(({ isNew }) => isNew),
      removed: askedPermissions(from.manifest, to.manifest).filter(({ isNew }) => isNew),
    },
    files: areKnown
      ? {
          added: without([...files.keys()], [...filesBefore.keys()]),
          changed: [...files]
            .filter(([name, sha256]) => filesBefore.has(name) && filesBefore.get(name) !== sha256)
            .map(([name]) => name),
          removed: without([...filesBefore.keys()], [...files.keys()]),
        }
      : { added: [], changed: [], removed: [] },
  };
}

interface KnownMenu {
  readonly menu: TouchedMenu;
  /** Its own fields and parent, to be compared. */
  readonly own: string;
}

function menusOf({ menus = [] }: AppManifest): Map<string, KnownMenu> {
  const found = new Map<string, KnownMenu>();
  const add = (parentKey: string, nodes: readonly MenuNode[]): void => {
    for (const { children = [], ...node } of nodes) {
      const menu = {
        menuKey: node.key,
        menuName: node.name,
        menuType: node.type,
        ...(node.names ? { menuNames: node.names } : {}),
      };
      found.set(node.key, { menu, own: JSON.stringify([parentKey, Object.entries(node).sort(byName)]) });
      add(node.key, children);
    }
  };
  add('', menus);
  return found;
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one.localeCompare(other, 'en');

function touched(
  menus: ReadonlyMap<string, KnownMenu>,
  applies: (key: string, own: string) => boolean,
): TouchedMenu[] {
  return [...menus].filter(([key, { own }]) => applies(key, own)).map(([, { menu }]) => menu);
}

const filesOf = (content: PackageContent | undefined): Map<string, string> =>
  new Map(content?.files.map(({ name, sha256 }) => [name, sha256]));

function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}
