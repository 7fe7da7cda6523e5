import { apiOf, type CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';
import type { Task } from './follow-task.ts';
import { table } from './output.ts';

interface Offer {
  readonly appCode: string;
  readonly name: string;
  readonly latestVersion: string | null;
  readonly installedVersion?: string;
  readonly state: string;
}

export async function listMarket(context: CommandContext): Promise<void> {
  const offers = await apiOf(context).get<readonly Offer[]>('/app/market/list');
  context.output.result(offers, () =>
    offers.length === 0
      ? ['The market is empty. Publish a package: npm run platform -- publish <zip>']
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

export interface Installed {
  readonly installId: number;
  readonly appCode: string;
  readonly name: string;
  readonly version: string;
  readonly latestVersion: string | null;
  readonly status: number;
  readonly backend: string;
}

const STATUS: Readonly<Record<number, string>> = {
  0: 'disabled',
  1: 'enabled',
  2: 'in progress',
  9: 'failed',
};

export async function listInstalled(context: CommandContext): Promise<void> {
  const installed = await apiOf(context).get<readonly Installed[]>('/app/install/list');
  context.output.result(installed, () =>
    installed.length === 0
      ? ['Nothing is installed. See what there is: npm run platform -- list']
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
}

export async function listTasks(context: CommandContext, { app, status }: TaskFilter): Promise<void> {
  const query = new URLSearchParams({ ...(app ? { appCode: app } : {}), ...(status ? { status } : {}) });
  const tasks = await apiOf(context).get<readonly Task[]>(`/app/task/list?${query}`);
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

interface Readiness {
  readonly ready: boolean;
  readonly checked: number;
  readonly signed: number;
  readonly unsigned: number;
  readonly invalid: number;
  readonly unverifiable: number;
  readonly truncated: boolean;
  readonly versions: ReadonlyArray<{
    appCode: string;
    version: string;
    state: string;
    reason: string | null;
  }>;
}

/** What the security mode `enforce` would refuse; exits 1 when it would refuse something. (spec: Authentication 7) */
export async function readiness(context: CommandContext): Promise<void> {
  const report = await apiOf(context).get<Readiness>('/app/console/signature-readiness');
  const { checked, signed, unsigned, invalid, unverifiable, truncated, versions } = report;
  const bad = versions.filter(({ state }) => state !== 'valid');
  context.output.result(report, () => [
    `${checked} published versions checked${truncated ? ' (there are more)' : ''}: ${signed} signed, ${unsigned} unsigned, ${invalid} invalid, ${unverifiable} unverifiable`,
    ...(bad.length === 0
      ? []
      : table(
          ['CODE', 'VERSION', 'STATE', 'REASON'],
          bad.map(({ appCode, version, state, reason }) => [appCode, version, state, reason]),
        )),
  ]);
  if (!report.ready) {
    throw new CliError(
      'SIGNATURES_NOT_READY',
      'The security mode enforce would refuse some of what is published.',
      'Sign these again with npm run package -- resign <zip>, then publish them, or unlist them.',
      EXIT.failed,
    );
  }
}
