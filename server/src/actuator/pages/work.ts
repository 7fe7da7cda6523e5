import { hostname } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { HostWork } from '@platform/host-api';
import { DATABASE, NODE_ID } from '../../data/index.ts';
import { question, type ModuleContext } from '../../kernel/index.ts';
import { STATEMENT_TIMES } from '../../plugin-runtime/index.ts';
import type { RequestTimes } from '../metrics/request-times.ts';
import { routeTimes } from './route-times.ts';

/** Rows of an answer, unless it is asked for more. */
const ROWS = 50;

interface WorkQuery {
  readonly appCode?: string;
  readonly limit?: number;
}

export const WORK = question<WorkQuery, HostWork>('work');

/** The work of this process since its start. */
export function workOf(
  ctx: Pick<ModuleContext, 'use'>,
  requests: Pick<RequestTimes, 'list'>,
): (query: WorkQuery) => HostWork {
  const database = ctx.use(DATABASE);
  const times = ctx.use(STATEMENT_TIMES);
  const nodeId = ctx.use(NODE_ID);
  return ({ appCode, limit = ROWS }) => {
    const isWanted = ({ application }: { readonly application: string }): boolean =>
      appCode === undefined || application === appCode;
    const statements = times
      .list()
      .filter(({ count }) => count > 0)
      .map(({ appCode: application, statement, count, failures, seconds }) => ({
        application,
        statement,
        count,
        failures,
        meanMs: Math.round((seconds / count) * 10_000) / 10,
        totalMs: Math.round(seconds * 1_000),
      }))
      .sort((a, b) => b.totalMs - a.totalMs);
    return {
      nodeId,
      machine: hostname(),
      pid: process.pid,
      uptimeSeconds: Math.round(process.uptime()),
      heapLimitBytes: getHeapStatistics().heap_size_limit,
      pool: database.poolUsage() ?? null,
      routes: routeTimes(requests.list()).filter(isWanted).slice(0, limit),
      statements: statements.filter(isWanted).slice(0, limit),
    };
  };
}
