import type { Ctx } from '../../kernel/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Operation, TaskRunner } from '../tasks/task-runner.ts';
import { settled } from '../installs/install-failure.ts';
import type { AppVersion } from '../versions/version-store.ts';
import { ChangeVersion } from './change-version.ts';
import { Deploy } from './deploy.ts';
import { Disable } from './disable.ts';
import { Enable } from './enable.ts';
import type { Journal } from './journal.ts';
import { neededApplications } from './needed-applications.ts';
import {
  assertComplete,
  ownInstall,
  resolveInstall,
  resolveUpgrade,
  type InstallRequest,
} from './resolve.ts';
import { resolveRollback } from './resolve-rollback.ts';
import type { OperationServices } from './services.ts';
import { Uninstall } from './uninstall.ts';

/** Who asks, and whether they wait. */
export interface Caller {
  readonly tenantId: string;
  readonly actor: string | null;
  /** Answer with the task's id at once. */
  readonly async: boolean;
}

/** What an operation answers: its report, or only its task's id when the caller does not wait. */
export type OperationAnswer = Readonly<Record<string, unknown>> & { readonly taskId: number };

export function callerOf(ctx: Pick<Ctx, 'user' | 'tenantId'>, async: boolean | undefined): Caller {
  return { tenantId: ctx.tenantId ?? '', actor: ctx.user?.userName ?? null, async: async ?? false };
}

/** The operations on applications, as endpoints call them; what can be refused at once is refused before a task begins. */
export class ApplicationOperations {
  readonly #services: OperationServices;
  readonly #runner: TaskRunner<Journal>;

  constructor(services: OperationServices, runner: TaskRunner<Journal>) {
    this.#services = services;
    this.#runner = runner;
  }

  /** @param request `withDependencies`: what it needs is installed first, in dependency order */
  async install(request: Omit<InstallRequest, 'tenantId'>, caller: Caller): Promise<OperationAnswer> {
    const { tenantId, actor } = caller;
    const { appCode, version, withDependencies = false } = request;
    await this.#runner.assertIdle(appCode);
    const target = await resolveInstall(this.#services, { ...request, tenantId });
    if (withDependencies) await neededApplications(this.#services, tenantId, target.version);
    const change = {
      ...({ kind: 'install', tenantId, appCode, version, installId: undefined, actor } as const),
      ...(withDependencies
        ? { installNeeded: (needed: AppVersion) => this.#installNeeded(needed, caller) }
        : {}),
    };
    return this.#run(new ChangeVersion(this.#services, change), caller);
  }

  async #installNeeded({ appCode, version }: AppVersion, caller: Caller): Promise<number> {
    return (await this.install({ appCode, version }, { ...caller, async: false })).taskId;
  }

  async upgrade(installId: number, version: string | undefined, caller: Caller): Promise<OperationAnswer> {
    await this.#assertIdle(installId);
    const { install } = await resolveUpgrade(this.#services, installId, version);
    const { tenantId, appCode } = install;
    const change = { kind: 'upgrade', tenantId, appCode, version, installId, actor: caller.actor } as const;
    return this.#run(new ChangeVersion(this.#services, change), caller);
  }

  async rollback(installId: number, caller: Caller): Promise<OperationAnswer> {
    await this.#assertIdle(installId);
    const { install, version } = await resolveRollback(this.#services, installId);
    const { tenantId, appCode } = install;
    const change = { tenantId, appCode, version: version.version, installId, actor: caller.actor };
    return this.#run(new ChangeVersion(this.#services, { kind: 'rollback', ...change }), caller);
  }

  deploy(version: AppVersion, caller: Caller): Promise<OperationAnswer> {
    return this.#run(new Deploy(this.#services, version, caller.tenantId, caller.actor), caller);
  }

  async enable(installId: number, caller: Caller): Promise<OperationAnswer> {
    const install = await ownInstall(this.#services, installId);
    return this.#run(new Enable(this.#services, install, caller.actor), caller);
  }

  async disable(installId: number, caller: Caller): Promise<OperationAnswer> {
    const install = await ownInstall(this.#services, installId);
    return this.#run(new Disable(this.#services, install, caller.actor), caller);
  }

  /** @throws INSTALL_NOT_FOUND (404), INSTALL_INCOMPLETE (409) for a first installation, whose failure is its state */
  async acknowledge(installId: number): Promise<void> {
    const { installs, registry, changed } = this.#services;
    const install = await ownInstall(this.#services, installId);
    assertComplete(install);
    await installs.update(installId, { failure_json: settled(install.failure) });
    await registry.refresh();
    changed();
  }

  /** @throws CONFIRMATION_MISSING (400) when data is to be dropped and `confirm` is not the application's code */
  async uninstall(
    installId: number,
    options: { readonly dropData: boolean; readonly confirm: string | undefined },
    caller: Caller,
  ): Promise<OperationAnswer> {
    const install = await ownInstall(this.#services, installId);
    if (options.dropData && options.confirm !== install.appCode) {
      throw new PlatformError({
        code: 'CONFIRMATION_MISSING',
        status: 400,
        message: `Dropping the data of ${install.appCode} cannot be undone and needs a confirmation.`,
        fix: `Repeat the application's code: confirm=${install.appCode}.`,
      });
    }
    return this.#run(new Uninstall(this.#services, install, options.dropData, caller.actor), caller);
  }

  /** What is refused while an operation runs is refused for that, whatever else may be wrong on the way. */
  async #assertIdle(installId: number): Promise<void> {
    await this.#runner.assertIdle((await ownInstall(this.#services, installId)).appCode);
  }

  async #run(operation: Operation<Journal>, caller: Caller): Promise<OperationAnswer> {
    const { taskId, done } = await this.#runner.start(operation);
    if (caller.async) return { taskId };
    const outcome = await done;
    if (outcome.status === 'succeeded') return { ...outcome.report, taskId };
    const { failure, error } = outcome;
    throw new PlatformError({
      code: failure.code,
      status: error.status,
      message: `Failed in step ${failure.stage}: ${failure.message}`,
      details: { ...failure, taskId, ...(error.details === undefined ? {} : { cause: error.details }) },
      cause: error,
      ...(failure.fix === null ? {} : { fix: failure.fix }),
    });
  }
}
