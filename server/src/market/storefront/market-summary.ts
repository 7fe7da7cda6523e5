import type { MarketSummary } from '@platform/host-api';
import type { Install } from '../records/install-store.ts';
import type { BriefApplication } from '../source/market-source.ts';
import { hasUpdate, isPresent } from './offer.ts';

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

/** Codes of applications that the tenant can upgrade. */
export function updatesAmong(applications: readonly BriefApplication[], installs: Installs): string[] {
  return applications
    .filter(({ appCode, latestVersion }) => hasUpdate(installs.get(appCode), latestVersion))
    .map(({ appCode }) => appCode);
}
