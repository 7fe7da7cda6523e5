import type { HttpClient } from '@/shared/http';

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
  failure?: { stage?: string; code?: string; message?: string } | null;
  backend: 'loaded' | 'notLoaded' | 'none';
  backendError?: string | null;
}

/** A row of `GET /app/task/list`. */
export interface TaskSummary {
  taskId: number;
  appCode: string;
  kind: string;
  status: 'running' | 'succeeded' | 'failed';
  currentStep?: string | null;
  progress: number;
  createTime: string;
  updateTime: string;
}

/** What the dashboard shows. */
export interface Overview {
  market: MarketApp[];
  /** Absent without the permission `app:install:list`. */
  installed?: InstalledApp[];
  tasks?: TaskSummary[];
}

/** The dashboard's sources: existing list endpoints, asked together. */
export function createDashboardApi(http: HttpClient) {
  return {
    async overview(maySeeInstalls: boolean, signal: AbortSignal): Promise<Overview> {
      const all = { pageNum: 1, pageSize: 500 };
      const [market, installed, tasks] = await Promise.all([
        http.list<MarketApp>('/app/market/list', all, { signal }),
        maySeeInstalls ? http.list<InstalledApp>('/app/install/list', all, { signal }) : undefined,
        maySeeInstalls
          ? http.list<TaskSummary>(
              '/app/task/list',
              { pageNum: 1, pageSize: 8, orderByColumn: 'createTime', isAsc: 'desc' },
              { signal },
            )
          : undefined,
      ]);
      return { market: market.rows, installed: installed?.rows, tasks: tasks?.rows };
    },
  };
}
