import type { MarketApp } from '../api/market-app.ts';

export interface MarketFilter {
  text: string;
  category: string | undefined;
  updatesOnly: boolean;
}

/** Applications that match: every word is found in name, code, description, author or category, whatever its case. */
export function filterApps(apps: readonly MarketApp[], filter: MarketFilter): MarketApp[] {
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return apps.filter((app) => {
    if (filter.updatesOnly && app.state !== 'upgradable') return false;
    if (filter.category !== undefined && app.category !== filter.category) return false;
    const text = [app.name, app.appCode, app.description, app.author, app.category]
      .join(' ')
      .toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The categories there are, with how many applications each has, in alphabetical order. */
export function categoriesOf(apps: readonly MarketApp[], locale: string): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { category } of apps) if (category) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
}

export function countUpdates(apps: readonly MarketApp[]): number {
  return apps.filter((app) => app.state === 'upgradable').length;
}
