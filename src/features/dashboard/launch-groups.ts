import type { MenuPage } from '@/shared/page';

/** An application, or the shell's own pages of one directory, with their pages. */
export interface LaunchGroup {
  readonly key: string;
  readonly title: string;
  readonly icon: string | null;
  readonly appCode: string | undefined;
  readonly pages: readonly MenuPage[];
}

/** Groups of the launcher in the order of the menu, applications first. */
export function launchGroups(pages: readonly MenuPage[]): LaunchGroup[] {
  const groups = new Map<string, MenuPage[]>();
  for (const page of pages) {
    const key = page.appCode ? `app ${page.appCode}` : `host ${page.group.title}`;
    groups.set(key, [...(groups.get(key) ?? []), page]);
  }
  return [...groups]
    .map(([key, all]) => ({
      key,
      title: all[0]?.group.title ?? '',
      icon: all[0]?.group.icon ?? null,
      appCode: all[0]?.appCode,
      pages: all,
    }))
    .toSorted((a, b) => Number(b.appCode !== undefined) - Number(a.appCode !== undefined));
}

/** Pages by their keys, without those that are gone. */
export const pagesByKey = (pages: readonly MenuPage[], keys: readonly string[]): MenuPage[] =>
  keys.flatMap((key) => pages.find(({ menuKey }) => menuKey === key) ?? []);
