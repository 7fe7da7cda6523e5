import type { Install, Offer, SignatureReadiness, Task } from '@platform/host-api';
import type { ApiClient } from './api-client.ts';
import { apiOf, type CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';
import { table } from './output.ts';

const MOST_ROWS = 500;

/** Every row of a list, page by page. */
async function allOf<T>(
  api: ApiClient,
  path: string,
  filter: Readonly<Record<string, string>> = {},
): Promise<T[]> {
  const rows: T[] = [];
  for (let pageNum = 1; rows.length === (pageNum - 1) * MOST_ROWS; pageNum++) {
    const query = new URLSearchParams({ ...filter, pageNum: `${pageNum}`, pageSize: `${MOST_ROWS}` });
    rows.push(...(await api.get<readonly T[]>(`${path}?${query.toString()}`)));
  }
  return rows;
}

export interface MarketFilter {
  readonly search?: string;
  readonly category?: string;
  readonly show?: 'installed' | 'available' | 'updates';
}

export async function listMarket(
  context: CommandContext,
  { search, category, show }: MarketFilter,
): Promise<void> {
  const offers = await allOf<Offer>(apiOf(context), '/app/market/list', {
    ...(search ? { keyword: search } : {}),
    ...(category ? { category } : {}),
    ...(show ? { show } : {}),
  });
  const isAll = !search && !category && !show;
  context.output.result(offers, () =>
    offers.length === 0
      ? [
          isAll
            ? 'The market is empty. Publish a package: npx platform publish <zip>'
            : 'No application matches.',
        ]
      : table(
          ['CODE', 'NAME', 'LATEST', 'INSTALLED', 'STATE'],
          offers.map(({ appCode, name, latestVersion, installedVersion, state }) => [
            appCode,
            name,
            latestVersion,
            installedVersion ?? '-',
            state,
          ]),
        ),
  );
}

const STATUS: Readonly<Record<number, string>> = {
  0: 'disabled',
  1: 'enabled',
  2: 'installing',
  3: 'upgrading',
  4: 'uninstalling',
  9: 'failed',
};

export async function listInstalled(context: CommandContext): Promise<void> {
  const installed = await allOf<Install>(apiOf(context), '/app/install/list');
  context.output.result(installed, () =>
    installed.length === 0
      ? ['Nothing is installed. See what there is: npx platform list']
      : table(
          ['CODE', 'NAME', 'VERSION', 'LATEST', 'STATUS', 'BACKEND'],
          installed.map(({ appCode, name, version, latestVersion, status, backend }) => [
            appCode,
            name,
            version,
            latestVersion,
            STATUS[status] ?? status,
            backend,
          ]),
        ),
  );
}

export interface TaskFilter {
  readonly app?: string;
  readonly status?: string;
  readonly limit: string;
}

export async function listTasks(context: CommandContext, { app, status, limit }: TaskFilter): Promise<void> {
  const query = new URLSearchParams({
    pageSize: limit,
    ...(app ? { appCode: app } : {}),
    ...(status ? { status } : {}),
  });
  const tasks = await apiOf(context).get<readonly Task[]>(`/app/task/list?${query.toString()}`);
  context.output.result(tasks, () =>
    table(
      ['TASK', 'WHEN', 'KIND', 'CODE', 'VERSION', 'STATUS', 'STEP', 'REASON'],
      tasks.map(({ taskId, createTime, kind, appCode, version, status, currentStep, failure }) => [
        taskId,
        createTime,
        kind,
        appCode,
        version,
        status,
        failure?.stage ?? currentStep,
        failure?.message,
      ]),
    ),
  );
}

/**
 * Lists versions that the mode `enforce` would refuse; exits 1 if there are any. (spec:
 * Authentication 7)
 */
export async function readiness(context: CommandContext): Promise<void> {
  const report = await apiOf(context).get<SignatureReadiness>('/app/console/signature-readiness');
  const { checked, signed, unsigned, invalid, unverifiable, truncated, versions } = report;
  context.output.result(report, () => [
    `${checked} published versions checked${truncated ? ' (there are more)' : ''}: ${signed} signed, ${unsigned} unsigned, ${invalid} invalid, ${unverifiable} unverifiable`,
    ...(versions.length === 0
      ? []
      : table(
          ['CODE', 'VERSION', 'STATE', 'TENANTS', 'REASON'],
          versions.map(({ appCode, version, state, installs, reason }) => [
            appCode,
            version,
            state,
            installs,
            reason,
          ]),
        )),
  ]);
  if (!report.ready) {
    throw new CliError(
      'SIGNATURES_NOT_READY',
      'The security mode enforce would refuse some of what is published.',
      'Sign them with a trusted key, publish them under higher versions and upgrade where tenants have them; or unlist them.',
      EXIT.failed,
    );
  }
}
