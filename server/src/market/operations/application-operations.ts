import { PlatformError } from '../../kernel/index.ts';
import type { Operation, TaskRunner } from '../tasks/task-runner.ts';
import { settled } from '../records/install-failure.ts';
import type { AppVersion } from '../records/version-store.ts';
import { ChangeVersion, type ChangeVersionDependencies } from './change-version.ts';
import { Deploy, type DeployDependencies } from './deploy.ts';
import { Disable, type DisableDependencies } from './disable.ts';
import { Enable, type EnableDependencies } from './enable.ts';
import type { Journal } from './journal.ts';
import { missingApplications } from './dependency-resolution.ts';
import { assertComplete, ownInstall, type InstallRecords } from './install-records.ts';
import { installTarget, type InstallRequest } from './install-target.ts';
import { rollbackTarget } from './rollback-target.ts';
import { Uninstall, type UninstallDependencies } from './uninstall.ts';
import { upgradeTarget } from './upgrade-target.ts';

/** The user behind a request, and whether it waits for the end. */
export interface Caller {
  readonly tenantId: string;
  readonly actor: string | null;
  /** Returns the task's id without waiting. */
  readonly async: boolean;
}

/** An operation's report, or only its task's id for a caller that does not wait. */
export type OperationAnswer = Readonly<Record<string, unknown>> & { readonly taskId: number };

/** Dependencies of each operation; composed in `compose-operations.ts`. */
export interface OperationDependencies {
  readonly records: InstallRecords;
  readonly changeVersion: ChangeVersionDependencies;
  readonly deploy: DeployDependencies;
  readonly enable: EnableDependencies;
  readonly disable: DisableDependencies;
  readonly uninstall: UninstallDependencies;
}

/** Starts operations for the endpoints, after the checks that need no task. */
export class ApplicationOperations {
  readonly #dependencies: OperationDependencies;
  readonly #runner: TaskRunner<Journal>;

  constructor(dependencies: OperationDependencies, runner: TaskRunner<Journal>) {
    this.#dependencies = dependencies;
    this.#runner = runner;
  }

  async install(request: Omit<InstallRequest, 'tenantId'>, caller: Caller): Promise<OperationAnswer> {
    const { tenantId, actor } = caller;
    const { appCode, version, withDependencies = false } = request;
    await this.#runner.assertIdle(appCode);
    const { dependencySources, targets } = this.#dependencies.changeVersion;
    const target = await installTarget(targets, { ...request, tenantId });
    if (withDependencies) await missingApplications(dependencySources, tenantId, target.version);
    const change = {
      ...({ kind: 'install', tenantId, appCode, version, installId: undefined, actor } as const),
      severalHosts: await this.#severalHosts(),
      ...(withDependencies
        ? { installDependency: (version: AppVersion) => this.#installDependency(version, caller) }
        : {}),
    };
    return this.#run(new ChangeVersion(this.#dependencies.changeVersion, change), caller);
  }

  async #installDependency({ appCode, version }: AppVersion, caller: Caller): Promise<number> {
    return (await this.install({ appCode, version }, { ...caller, async: false })).taskId;
  }

  async upgrade(installId: number, version: string | undefined, caller: Caller): Promise<OperationAnswer> {
    await this.#assertIdle(installId);
    const { install } = await upgradeTarget(this.#dependencies.changeVersion.targets, installId, version);
    const { tenantId, appCode } = install;
    const severalHosts = await this.#severalHosts();
    const change = { tenantId, appCode, version, installId, actor: caller.actor, severalHosts };
    return this.#run(
      new ChangeVersion(this.#dependencies.changeVersion, { kind: 'upgrade', ...change }),
      caller,
    );
  }

  async rollback(installId: number, caller: Caller): Promise<OperationAnswer> {
    await this.#assertIdle(installId);
    const { install, version } = await rollbackTarget(this.#dependencies.changeVersion.targets, installId);
    const { tenantId, appCode } = install;
    const severalHosts = await this.#severalHosts();
    const change = {
      tenantId,
      appCode,
      version: version.version,
      installId,
      actor: caller.actor,
      severalHosts,
    };
    return this.#run(
      new ChangeVersion(this.#dependencies.changeVersion, { kind: 'rollback', ...change }),
      caller,
    );
  }

  async deploy(version: AppVersion, caller: Caller): Promise<OperationAnswer> {
    const severalHosts = await this.#severalHosts();
    return this.#run(new Deploy(this.#dependencies.deploy, version, { ...caller, severalHosts }), caller);
  }

  async enable(installId: number, caller: Caller): Promise<OperationAnswer> {
    const install = await ownInstall(this.#dependencies.records, installId);
    await this.#dependencies.changeVersion.targets.tenants.assertMayInstall(
      install.tenantId,
      install.appCode,
    );
    return this.#run(new Enable(this.#dependencies.enable, install, caller.actor), caller);
  }

  async disable(installId: number, caller: Caller): Promise<OperationAnswer> {
    const install = await ownInstall(this.#dependencies.records, installId);
    return this.#run(new Disable(this.#dependencies.disable, install, caller.actor), caller);
  }

  /** Hides the last failure. @throws INSTALL_NOT_FOUND (404), INSTALL_INCOMPLETE (409) */
  async acknowledge(installId: number): Promise<void> {
    const { installs, registry } = this.#dependencies.records;
    const install = await ownInstall(this.#dependencies.records, installId);
    assertComplete(install);
    await installs.update(installId, { failure_json: settled(install.failure) });
    await registry.refresh();
  }

  /**
   * @throws CONFIRMATION_MISSING (400) for `dropData` unless `confirm` is the application's code
   */
  async uninstall(
    installId: number,
    options: { readonly dropData: boolean; readonly confirm: string | undefined },
    caller: Caller,
  ): Promise<OperationAnswer> {
    const install = await ownInstall(this.#dependencies.records, installId);
    if (options.dropData && options.confirm !== install.appCode) {
      throw new PlatformError({
        code: 'CONFIRMATION_MISSING',
        status: 400,
        message: `Dropping the data of ${install.appCode} cannot be undone, so it needs a confirmation.`,
        fix: `Repeat the application's code: confirm=${install.appCode}.`,
      });
    }
    return this.#run(
      new Uninstall(this.#dependencies.uninstall, install, options.dropData, caller.actor),
      caller,
    );
  }

  #severalHosts(): Promise<boolean> {
    return this.#dependencies.deploy.phases.several();
  }

  /** Reports TASK_RUNNING before any other error. */
  async #assertIdle(installId: number): Promise<void> {
    await this.#runner.assertIdle((await ownInstall(this.#dependencies.records, installId)).appCode);
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
