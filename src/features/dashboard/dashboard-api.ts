import type { FailedVersion, OperationFailure } from '@/shared/tasks';
import { ApiError, type HttpClient, type Page } from '@/shared/http';

export type MarketState =
  'notInstalled' | 'installed' | 'upgradable' | 'incompatible' | 'disabled' | 'installing' | 'failed';

/** A row of `GET /app/market/list`, as far as the dashboard needs it. */
export interface MarketApp {
  appCode: string;
  name: string;
  icon?: string | null;
  latestVersion?: string | null;
  installedVersion?: string | null;
  state: MarketState;
  /** The latest version was tried here in vain. */
  failed?: FailedVersion;
}

/** A row of `GET /app/install/list`. */
export interface InstalledApp {
  installId: number;
  appCode: string;
  name: string;
  icon?: string | null;
  version: string;
  latestVersion?: string | null;
  status: number;
  failure?: OperationFailure | null;
  backend: 'loaded' | 'degraded' | 'notLoaded' | 'none';
  backendError?: string | null;
}

/** A row of `GET /app/task/list`. */
export interface TaskSummary {
  taskId: number;
  appCode: string;
  kind: string;
  version?: string | null;
  status: 'running' | 'succeeded' | 'failed';
  currentStep?: string | null;
  progress: number;
  createTime: string;
  updateTime: string;
}

/** What the dashboard shows. */
export interface Overview {
  /** Those with an update; without the permission `app:install:list` all that are installed. */
  market: MarketApp[];
  /** How many the market has; none while a user edition cannot read its publisher's catalog. */
  offered: number;
  /** Absent without the permission `app:install:list`. */
  installed?: InstalledApp[];
  tasks?: TaskSummary[];
}

/** How long a catalog elsewhere may keep the dashboard waiting. */
const MARKET_TIMEOUT_MS = 5_000;

/** The dashboard's sources: existing list endpoints, asked together. */
export function createDashboardApi(http: HttpClient) {
  return {
    async overview(maySeeInstalls: boolean, signal: AbortSignal): Promise<Overview> {
      const all = { pageNum: 1, pageSize: 500 };
      const wanted = { ...all, show: maySeeInstalls ? 'updates' : 'installed' };
      const ofMarket = { signal, timeout: MARKET_TIMEOUT_MS };
      const [market, offered, installed, tasks] = await Promise.all([
        withoutCatalog(http.list<MarketApp>('/app/market/list', wanted, ofMarket)),
        withoutCatalog(http.list<MarketApp>('/app/market/list', { pageNum: 1, pageSize: 1 }, ofMarket)),
        maySeeInstalls ? http.list<InstalledApp>('/app/install/list', all, { signal }) : undefined,
        maySeeInstalls
          ? http.list<TaskSummary>(
              '/app/task/list',
              { pageNum: 1, pageSize: 8, orderByColumn: 'createTime', isAsc: 'desc' },
              { signal },
            )
          : undefined,
      ]);
      return { market: market.rows, offered: offered.total, installed: installed?.rows, tasks: tasks?.rows };
    },
  };
}

/** What is installed works without the publisher, so the page that shows it does too. */
async function withoutCatalog(list: Promise<Page<MarketApp>>): Promise<Page<MarketApp>> {
  try {
    return await list;
  } catch (error) {
    const isOfCatalog =
      error instanceof ApiError && (error.code.startsWith('CATALOG_') || error.code === 'REQUEST_TIMEOUT');
    if (isOfCatalog) return { total: 0, rows: [] };
    throw error;
  }
}
