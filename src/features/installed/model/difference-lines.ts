import type { VersionDifferences } from '@platform/host-api';
import { menuRowName } from '@/shared/menus/menu-names.ts';

export type DifferencePart = 'menus' | 'scripts' | 'permissions' | 'files';
export type DifferenceSign = '+' | '~' | '−';

/** One kind of difference between two versions, with what differs. */
export interface DifferenceLine {
  readonly part: DifferencePart;
  readonly sign: DifferenceSign;
  readonly names: readonly string[];
}

/** Differences by kind; what is the same is left out. */
export function differenceLines(
  { menus, scripts, permissions, files }: VersionDifferences,
  permissionWord: (name: string) => string,
  locale: string,
): DifferenceLine[] {
  const menuNames = (list: VersionDifferences['menus']['added']) =>
    list.map((menu) => menuRowName(menu, locale));
  const asked = (list: VersionDifferences['permissions']['added']) =>
    list.map(({ name, scope }) => [permissionWord(name), scope.join(', ')].filter(Boolean).join(': '));
  const lines: DifferenceLine[] = [
    { part: 'permissions', sign: '+', names: asked(permissions.added) },
    { part: 'permissions', sign: '−', names: asked(permissions.removed) },
    { part: 'scripts', sign: '+', names: scripts.added },
    { part: 'scripts', sign: '−', names: scripts.removed },
    { part: 'menus', sign: '+', names: menuNames(menus.added) },
    { part: 'menus', sign: '~', names: menuNames(menus.changed) },
    { part: 'menus', sign: '−', names: menuNames(menus.removed) },
    { part: 'files', sign: '+', names: files.added },
    { part: 'files', sign: '~', names: files.changed },
    { part: 'files', sign: '−', names: files.removed },
  ];
  return lines.filter(({ names }) => names.length > 0);
}

/** The versions that an operation led from and to; undefined where it changed none. */
export function versionsOf(task: {
  readonly version: string | null;
  readonly report: Readonly<Record<string, unknown>> | null;
}): { readonly from: string; readonly to: string } | undefined {
  const from = task.report?.['previousVersion'];
  if (typeof from !== 'string' || task.version === null || from === task.version) return undefined;
  return { from, to: task.version };
}
