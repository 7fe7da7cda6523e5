import type { InstalledApp, Overview } from './dashboard-api.ts';

export type AppHealth =
  'enabled' | 'disabled' | 'installing' | 'upgrading' | 'uninstalling' | 'failed' | 'notLoaded' | 'degraded';

/** One application on the dashboard. */
export interface AppLine {
  code: string;
  name: string;
  icon?: string | null;
  version: string;
  health: AppHealth;
  /** The newer version that waits. */
  update?: string;
  reason?: string;
}

const byStatus: Readonly<Record<number, AppHealth>> = {
  0: 'disabled',
  1: 'enabled',
  2: 'installing',
  3: 'upgrading',
  4: 'uninstalling',
  9: 'failed',
};
const order: readonly AppHealth[] = [
  'failed',
  'notLoaded',
  'degraded',
  'installing',
  'upgrading',
  'uninstalling',
  'enabled',
  'disabled',
];

/** State of an installed application: the record's, or how its backend is though it is enabled (spec: Errors). */
export function healthOf(app: Pick<InstalledApp, 'status' | 'backend'>): AppHealth {
  const state = byStatus[app.status] ?? 'failed';
  if (state !== 'enabled') return state;
  return app.backend === 'notLoaded' || app.backend === 'degraded' ? app.backend : state;
}

/** The applications of this tenant, those that need somebody first. */
export function appLines({ market, installed }: Overview): AppLine[] {
  const lines = installed
    ? installed.map(fromInstall)
    : market.filter((app) => app.installedVersion).map(fromMarket);
  const upgradable = new Map(
    market.filter((app) => app.state === 'upgradable').map((app) => [app.appCode, app]),
  );
  return lines
    .map((line) => ({ ...line, update: upgradable.get(line.code)?.latestVersion ?? undefined }))
    .toSorted((a, b) => order.indexOf(a.health) - order.indexOf(b.health) || a.name.localeCompare(b.name));
}

function fromInstall(app: InstalledApp): AppLine {
  return {
    code: app.appCode,
    name: app.name,
    icon: app.icon,
    version: app.version,
    health: healthOf(app),
    reason: app.failure?.message ?? app.backendError ?? undefined,
  };
}

function fromMarket(app: Overview['market'][number]): AppLine {
  const states: Partial<Record<typeof app.state, AppHealth>> = {
    disabled: 'disabled',
    installing: 'installing',
    failed: 'failed',
  };
  return {
    code: app.appCode,
    name: app.name,
    icon: app.icon,
    version: app.installedVersion ?? '',
    health: states[app.state] ?? 'enabled',
  };
}
