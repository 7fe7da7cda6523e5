import type { Install } from '../installs/install-store.ts';
import type { BriefApplication } from '../source/market-source.ts';
import { hasUpdate, isPresent } from './offer.ts';

/** What a tenant can choose from. */
export interface MarketSummary {
  readonly total: number;
  readonly installed: number;
  readonly updates: number;
  /** In alphabetical order. Applications without one are in none. */
  readonly categories: ReadonlyArray<{ readonly name: string; readonly count: number }>;
}

type Installs = ReadonlyMap<string, Install>;

export function marketSummary(applications: readonly BriefApplication[], installs: Installs): MarketSummary {
  const counts = new Map<string, number>();
  for (const { category } of applications) {
    if (category) counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return {
    total: applications.length,
    installed: applications.filter(({ appCode }) => isPresent(installs.get(appCode))).length,
    updates: updatesAmong(applications, installs).length,
    categories: [...counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

/** Codes of what the tenant has in an earlier version. */
export function updatesAmong(applications: readonly BriefApplication[], installs: Installs): string[] {
  return applications
    .filter(({ appCode, latestVersion }) => hasUpdate(installs.get(appCode), latestVersion))
    .map(({ appCode }) => appCode);
}
