import type { OperationFailure } from '@/shared/tasks';
import type { Install, Offer } from '@platform/host-api';
import type { Overview } from './dashboard-api.ts';

export type AppHealth =
  | 'enabled'
  | 'disabled'
  | 'installing'
  | 'upgrading'
  | 'uninstalling'
  /** Its first installation failed, so it does not run. */
  | 'failed'
  /** Its backend is kept out, because it harmed the platform twice. */
  | 'quarantined'
  | 'notLoaded'
  | 'degraded'
  /** It runs as before, but its last operation failed. */
  | 'operationFailed';

/** Applications that need attention. */
export const TROUBLED: ReadonlySet<AppHealth> = new Set([
  'failed',
  'quarantined',
  'notLoaded',
  'degraded',
  'operationFailed',
]);
/** Applications that can be opened. */
export const OPEN: ReadonlySet<AppHealth> = new Set(['enabled', 'degraded', 'operationFailed']);

/** One application on the dashboard. */
export interface AppLine {
  code: string;
  name: string;
  icon?: string | null;
  version: string;
  health: AppHealth;
  installId?: number;
  /** The newer version that waits. */
  update?: string;
  /** That version failed here before. */
  triedInVain?: boolean;
  reason?: string;
  /** The failed operation that put it on the list. */
  operation?: OperationFailure['operation'];
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
  'quarantined',
  'failed',
  'notLoaded',
  'operationFailed',
  'degraded',
  'installing',
  'upgrading',
  'uninstalling',
  'enabled',
  'disabled',
];

/**
 * State of an installed application: its record's, or the fault of an enabled one (spec: Errors),
 * which is its backend or its last, unacknowledged operation.
 */
export function healthOf(app: Pick<Install, 'status' | 'backend' | 'failure'>): AppHealth {
  const state = byStatus[app.status] ?? 'failed';
  const atRest = state === 'enabled' || state === 'disabled';
  if (state === 'enabled' && (app.backend === 'notLoaded' || app.backend === 'quarantined')) {
    return app.backend;
  }
  if (atRest && app.failure) return 'operationFailed';
  return state === 'enabled' && app.backend === 'degraded' ? 'degraded' : state;
}

/** Words of a failure in the person's language. */
type Say = (failure: { readonly code: string; readonly message: string }) => string;

/** This tenant's applications, those that need attention first. */
export function appLines({ market, installed }: Overview, say: Say = ({ message }) => message): AppLine[] {
  const lines = installed
    ? installed.map((app) => fromInstall(app, say))
    : market.filter((app) => app.installedVersion).map(fromMarket);
  const upgradable = new Map(
    market.filter((app) => app.state === 'upgradable').map((app) => [app.appCode, app]),
  );
  return lines
    .map((line) => {
      const offer = upgradable.get(line.code);
      const update = offer?.latestVersion ?? undefined;
      return { ...line, update, triedInVain: update !== undefined && offer?.failed?.version === update };
    })
    .toSorted((a, b) => order.indexOf(a.health) - order.indexOf(b.health) || a.name.localeCompare(b.name));
}

/** Offers that one press installs: nothing is missing that they need. */
export const installable = (offers: readonly Offer[]): Offer[] =>
  offers.filter(({ state, latestVersion }) => state === 'notInstalled' && latestVersion !== null);

function fromInstall(app: Install, say: Say): AppLine {
  const { failure, backendError, backendErrorCode: code = '' } = app;
  const cause = failure ?? (backendError ? { code, message: backendError } : undefined);
  return {
    code: app.appCode,
    name: app.name,
    icon: app.icon,
    version: app.version,
    health: healthOf(app),
    installId: app.installId,
    operation: app.failure?.operation,
    ...(cause ? { reason: say(cause) } : {}),
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
