import type { Install, OperationPlan, PlanRequest, Task } from '@platform/host-api';
import type { ApiClient } from './api-client.ts';
import { apiOf, type CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';
import { followTask } from './follow-task.ts';
import { planLines } from './plan-lines.ts';

async function findInstall(api: ApiClient, appCode: string): Promise<Install | undefined> {
  const query = new URLSearchParams({ appCode });
  const [found] = await api.get<readonly Install[]>(`/app/install/list?${query.toString()}`);
  return found;
}

async function installOf(api: ApiClient, appCode: string): Promise<Install> {
  const found = await findInstall(api, appCode);
  if (found) return found;
  throw new CliError(
    'NOT_INSTALLED',
    `${appCode} is not installed.`,
    'See what is: npx platform installed',
    EXIT.failed,
  );
}

/** Starts an operation and follows its task. */
async function perform(
  context: CommandContext,
  api: ApiClient,
  title: string,
  start: () => Promise<{ readonly taskId: number }>,
): Promise<Task> {
  context.output.progress(title);
  const { taskId } = await start();
  return followTask(api, taskId, context);
}

function reportDone({ output }: CommandContext, { taskId, appCode, kind, version, report }: Task): void {
  const note = report?.['hotLoadNote'];
  output.result({ taskId, appCode, kind, version, ...report }, () => [
    `Done: ${kind} of ${appCode}${version ? ` ${version}` : ''}.`,
    ...(typeof note === 'string' && note ? [`  ${note}`] : []),
  ]);
}

interface Wanted {
  readonly version?: string;
  /** Install its required applications first. */
  readonly withDependencies?: boolean;
}

const startInstall = (
  context: CommandContext,
  api: ApiClient,
  appCode: string,
  { version, withDependencies }: Wanted,
): Promise<Task> =>
  perform(context, api, `Installing ${appCode}`, () =>
    api.post('/app/install?async=true', { appCode, version, withDependencies }),
  );

const startUpgrade = (
  context: CommandContext,
  api: ApiClient,
  install: Install,
  { version }: Wanted,
): Promise<Task> =>
  perform(context, api, `Upgrading ${install.appCode}`, () =>
    api.post(`/app/install/${install.installId}/upgrade?async=true`, version ? { version } : {}),
  );

export async function install(context: CommandContext, appCode: string, wanted: Wanted): Promise<void> {
  reportDone(context, await startInstall(context, apiOf(context), appCode, wanted));
}

/** Waits for an operation that was started earlier or elsewhere. */
export async function follow(context: CommandContext, taskId: number): Promise<void> {
  reportDone(context, await followTask(apiOf(context), taskId, context));
}

export async function upgrade(context: CommandContext, appCode: string, wanted: Wanted): Promise<void> {
  const api = apiOf(context);
  reportDone(context, await startUpgrade(context, api, await installOf(api, appCode), wanted));
}

/** `status` after a failed first installation, which must be installed again. */
const FIRST_INSTALL_FAILED = 9;

/** Installs a version, or upgrades the installed application to it. */
export async function deliver(context: CommandContext, appCode: string, version: string): Promise<Task> {
  const api = apiOf(context);
  const installed = await findInstall(api, appCode);
  return installed && installed.status !== FIRST_INSTALL_FAILED
    ? startUpgrade(context, api, installed, { version })
    : startInstall(context, api, appCode, { version });
}

export async function change(
  context: CommandContext,
  action: 'enable' | 'disable',
  appCode: string,
): Promise<void> {
  const api = apiOf(context);
  const { installId } = await installOf(api, appCode);
  const title = `${action === 'enable' ? 'Enabling' : 'Disabling'} ${appCode}`;
  reportDone(
    context,
    await perform(context, api, title, () => api.post(`/app/install/${installId}/${action}?async=true`)),
  );
}

export interface Confirmed {
  /** Skip the confirmation. */
  readonly yes?: boolean;
}

/** Rolls back after showing the plan and asking for confirmation. */
export async function rollback(context: CommandContext, appCode: string, { yes }: Confirmed): Promise<void> {
  const api = apiOf(context);
  await confirm(context, await planOf(api, { action: 'rollback', appCode }), yes);
  const { installId } = await installOf(api, appCode);
  reportDone(
    context,
    await perform(context, api, `Rolling ${appCode} back`, () =>
      api.post(`/app/install/${installId}/rollback?async=true`),
    ),
  );
}

/**
 * Uninstalls after showing the plan and asking. Data loss is confirmed with the application's code.
 */
export async function uninstall(
  context: CommandContext,
  appCode: string,
  { yes, dropData = false }: Confirmed & { readonly dropData?: boolean },
): Promise<void> {
  const api = apiOf(context);
  await confirm(context, await planOf(api, { action: 'uninstall', appCode, dropData }), yes);
  const { installId } = await installOf(api, appCode);
  const query = new URLSearchParams({
    async: 'true',
    ...(dropData ? { dropData: 'true', confirm: appCode } : {}),
  });
  reportDone(
    context,
    await perform(context, api, `Uninstalling ${appCode}`, () =>
      api.delete(`/app/install/${installId}?${query.toString()}`),
    ),
  );
}

const planOf = (api: ApiClient, request: PlanRequest): Promise<OperationPlan> =>
  api.post<OperationPlan>('/app/install/plan', request);

/** Shows the plan of an operation without changing anything. */
export async function plan(context: CommandContext, request: PlanRequest): Promise<void> {
  const planned = await planOf(apiOf(context), request);
  context.output.result(planned, () => planLines(planned));
}

async function confirm({ ask, output }: CommandContext, planned: OperationPlan, yes = false): Promise<void> {
  if (yes) return;
  for (const line of planLines(planned)) output.progress(line);
  const { action, appCode, tables } = planned;
  const losesData = tables.dropped.length + tables.cleared.length > 0;
  const wanted = losesData ? appCode : 'yes';
  const answer = await ask(`Type ${wanted} to continue: `);
  if (answer?.trim() === wanted) return;
  throw new CliError(
    'NOT_CONFIRMED',
    `The ${action} of ${appCode} was not confirmed; nothing was changed.`,
    'In scripts write --yes.',
    EXIT.usage,
  );
}
