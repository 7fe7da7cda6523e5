import type {
  IncidentRecord,
  Install,
  JobTask,
  MonitorSeries,
  Offer,
  PlatformHealth,
  PlatformNode,
  Queue,
  Task,
} from '@platform/host-api';
import { ApiError, type HttpClient, type Page } from '@/shared/http';
import { pageIn, type AppTranslator } from '@/shared/i18n/app-texts.ts';

/** Data of the dashboard. */
export interface Overview {
  /** Those with an update; without the permission `app:install:list` all that are installed. */
  market: Offer[];
  /** How many the market has; none while a user edition cannot read its publisher's catalog. */
  offered: number;
  /** The newest that can be installed; absent without the permission `app:install:add`. */
  ready?: Page<Offer>;
  /** Absent without the permission `app:install:list`. */
  installed?: Install[];
  tasks?: Task[];
  /** Absent without the permission `monitor:node:list`. */
  nodes?: PlatformNode[];
  /** How many there are; absent without the permission `system:user:list`. */
  users?: number;
  /** Enabled scheduled tasks; absent without the permission `scheduler:task:list`. */
  jobs?: JobTask[];
  /** Absent without the permission `system:config:list`, and where the broker does not answer. */
  queues?: readonly Queue[] | undefined;
}

/** Parts that the user may see. */
export interface Sight {
  readonly installs: boolean;
  readonly offers?: boolean;
  readonly nodes: boolean;
  readonly users?: boolean;
  readonly jobs?: boolean;
  readonly queues?: boolean;
}

/** How far back figures reach. */
export type Range = 'hour' | 'day';

/** Figures for operators of the platform. */
export interface Measured {
  series: MonitorSeries;
  health: PlatformHealth;
  /** Entries of the last day. */
  incidents: { total: number; newest?: IncidentRecord | undefined };
}

const DAY_MS = 86_400_000;

/** Offers that the dashboard names; the market has the rest. */
const READY = 3;

/** How long a catalog elsewhere may keep the dashboard waiting. */
const MARKET_TIMEOUT_MS = 5_000;

/**
 * The dashboard's sources: existing list endpoints, asked together.
 *
 * @param translated puts an application into the language of the shell
 */
export function createDashboardApi(http: HttpClient, translated: AppTranslator) {
  return {
    async overview(
      { installs: maySeeInstalls, offers, nodes, users, jobs, queues }: Sight,
      signal: AbortSignal,
    ): Promise<Overview> {
      const all = { pageNum: 1, pageSize: 500 };
      const wanted = { ...all, show: maySeeInstalls ? 'updates' : 'installed' };
      const enabled = { ...all, status: 1 };
      const newest = { show: 'available', orderByColumn: 'releaseTime', isAsc: 'desc' } as const;
      const ofMarket = { signal, timeout: MARKET_TIMEOUT_MS };
      const [market, offered, ready, installed, tasks, hosts, people, planned, known] = await Promise.all([
        withoutCatalog(http.list<Offer>('/app/market/list', wanted, ofMarket)),
        withoutCatalog(http.list<Offer>('/app/market/list', { pageNum: 1, pageSize: 1 }, ofMarket)),
        offers
          ? withoutCatalog(
              http.list<Offer>('/app/market/list', { pageNum: 1, pageSize: READY, ...newest }, ofMarket),
            )
          : undefined,
        maySeeInstalls ? http.list<Install>('/app/install/list', all, { signal }) : undefined,
        maySeeInstalls
          ? http.list<Task>(
              '/app/task/list',
              { pageNum: 1, pageSize: 8, orderByColumn: 'createTime', isAsc: 'desc' },
              { signal },
            )
          : undefined,
        nodes ? http.list<PlatformNode>('/system/nodes', all, { signal }) : undefined,
        users ? http.list('/system/user/list', { pageNum: 1, pageSize: 1 }, { signal }) : undefined,
        jobs ? http.list<JobTask>('/scheduler/task/list', enabled, { signal }) : undefined,
        queues ? queuesOf(http, signal) : undefined,
      ]);
      return {
        market: market.rows.map(translated),
        offered: offered.total,
        ...(ready ? { ready: pageIn(ready, translated) } : {}),
        installed: installed?.rows.map(translated),
        tasks: tasks?.rows,
        nodes: hosts?.rows,
        ...(people ? { users: people.total } : {}),
        ...(planned ? { jobs: planned.rows } : {}),
        ...(known ? { queues: known } : {}),
      };
    },
    async measured(range: Range, maySeeIncidents: boolean, signal: AbortSignal): Promise<Measured> {
      const incidents = {
        pageNum: 1,
        pageSize: 1,
        beginTime: new Date(Date.now() - DAY_MS).toISOString(),
      };
      const [series, health, latest] = await Promise.all([
        http.get<MonitorSeries>('/monitor/series', { params: { range }, signal }),
        http.get<PlatformHealth>('/monitor/health', { signal }),
        maySeeIncidents
          ? http.list<IncidentRecord>('/app/incident/list', incidents, { signal })
          : { total: 0, rows: [] },
      ]);
      return { series, health, incidents: { total: latest.total, newest: latest.rows[0] } };
    },
  };
}

/** A broker that is away is a part that does not work, and no failure of this page. */
async function queuesOf(http: HttpClient, signal: AbortSignal): Promise<readonly Queue[] | undefined> {
  try {
    return (await http.get<{ queues: readonly Queue[] }>('/system/messaging/queues', { signal })).queues;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0) return undefined;
    throw error;
  }
}

/** Installed applications work without the publisher, and so does this page. */
async function withoutCatalog(list: Promise<Page<Offer>>): Promise<Page<Offer>> {
  try {
    return await list;
  } catch (error) {
    const isOfCatalog =
      error instanceof ApiError && (error.code.startsWith('CATALOG_') || error.code === 'REQUEST_TIMEOUT');
    if (isOfCatalog) return { total: 0, rows: [] };
    throw error;
  }
}
