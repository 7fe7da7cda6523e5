import { PlatformError } from '../../../kernel/index.ts';
import type { Install } from '../../records/install-store.ts';
import { manifestOf, type AppVersion } from '../../records/version-store.ts';
import type { TargetDependencies } from '../target.ts';
import { countData, NO_DATA, type ApplicationData } from '../../database/application-data.ts';
import { missingApplications, type DependencySources } from '../dependency-resolution.ts';
import { ownTables } from '../../database/own-tables.ts';
import { installTarget } from '../install-target.ts';
import { rollbackTarget } from '../rollback-target.ts';
import { upgradeTarget } from '../upgrade-target.ts';
import { assertPublished } from '../version-errors.ts';
import type { InstallRecords } from '../install-records.ts';
import type { OperationPlan, PlanRequest } from './operation-plan.ts';
import {
  affectedTenants,
  planDeployment,
  planVersion,
  type VersionPlanDependencies,
} from './version-plan.ts';

export interface PlannerDependencies {
  readonly records: InstallRecords;
  readonly targets: TargetDependencies;
  readonly dependencySources: DependencySources;
  readonly versionPlan: VersionPlanDependencies;
}

/**
 * Plans operations without changing anything; refuses with the operation's own errors. (design
 * 2.3)
 */
export class OperationPlanner {
  readonly #dependencies: PlannerDependencies;

  constructor(dependencies: PlannerDependencies) {
    this.#dependencies = dependencies;
  }

  async plan(request: PlanRequest): Promise<OperationPlan> {
    const { action, tenantId, version } = request;
    if (action === 'uninstall') return this.#uninstall(request);
    const { dependencySources, targets, versionPlan } = this.#dependencies;
    const target =
      action === 'install'
        ? await installTarget(targets, request)
        : action === 'rollback'
          ? await rollbackTarget(targets, (await this.#installed(request)).installId)
          : await upgradeTarget(targets, (await this.#installed(request)).installId, version);
    const plan = await planVersion(versionPlan, action, tenantId, target);
    if (action !== 'install' || !request.withDependencies) return plan;
    const needed = await missingApplications(dependencySources, tenantId, target.version);
    return {
      ...plan,
      needed: needed.map(({ appCode: code, version: found, packageSize }) => ({
        appCode: code,
        version: found,
        packageSize,
      })),
    };
  }

  /** @throws VERSION_NOT_PUBLISHED, PLATFORM_INCOMPATIBLE, FRONTEND_INCOMPATIBLE (409) */
  async planDeployment(version: AppVersion, tenantId: string): Promise<OperationPlan> {
    assertPublished(version);
    this.#dependencies.targets.compatibility.assertRunsHere(manifestOf(version));
    return planDeployment(this.#dependencies.versionPlan, tenantId, version);
  }

  async #uninstall({ action, appCode, tenantId, dropData }: PlanRequest): Promise<OperationPlan> {
    const { database, registry } = this.#dependencies.records;
    const { dependents, menus, migrator, placement } = this.#dependencies.versionPlan;
    const install = await this.#installed({ appCode, tenantId });
    await dependents.assertNone(appCode, tenantId);
    const shared = registry.othersWith(appCode, tenantId).length > 0;
    const tables = await ownTables({ migrator, placement }, appCode);
    const tenantTables = await database.tenantTables();
    const exists = await Promise.all(tables.map((table) => database.hasTable(table)));
    const existing = tables.filter((_, index) => exists[index]);
    const all = await countData(database, appCode, existing, shared ? tenantId : undefined);
    const cleared = existing.filter((table) => tenantTables.has(table.toLowerCase()));
    const removed = shared ? [] : (await menus.preview(appCode, [])).removed;
    return {
      action,
      appCode,
      fromVersion: install.version,
      toVersion: null,
      shared,
      needed: [],
      packageSize: 0,
      files: { placed: [], removed: shared ? [] : await placement.previewRemoval(appCode) },
      scripts: [],
      skippedScripts: [],
      permissions: [],
      signature: null,
      tables: {
        created: [],
        dropped: shared || !dropData ? [] : existing,
        cleared: shared && dropData ? cleared : [],
      },
      data: dropData ? dropped(all, shared ? cleared : existing, shared) : { goes: NO_DATA, stays: all },
      menus: {
        added: [],
        changed: [],
        removed: removed.filter((menu) => dropData === true || menu.menuType !== 'F'),
      },
      dependents: await dependents.of(appCode, [tenantId]),
      tenants: affectedTenants([], tenantId),
      warnings: [],
    };
  }

  /** @throws INSTALL_NOT_FOUND (404) */
  async #installed({ appCode, tenantId }: Pick<PlanRequest, 'appCode' | 'tenantId'>): Promise<Install> {
    const install = await this.#dependencies.records.installs.find(tenantId, appCode);
    if (install) return install;
    throw new PlatformError({
      code: 'INSTALL_NOT_FOUND',
      status: 404,
      message: `${appCode} is not installed.`,
      fix: 'Choose one from the list of installed applications.',
    });
  }
}

/** Splits data into removed and kept; all tenants share settings and dictionaries. */
function dropped(
  all: ApplicationData,
  tables: readonly string[],
  shared: boolean,
): { readonly goes: ApplicationData; readonly stays: ApplicationData } {
  const { settings, dictionaries, readNotices, objects } = all;
  const isGone = ({ name }: { readonly name: string }): boolean => tables.includes(name);
  return {
    goes: {
      ...all,
      tables: all.tables.filter(isGone),
      ...(shared ? { settings: 0, dictionaries: 0 } : {}),
      readNotices: 0,
      objects: NO_DATA.objects,
    },
    stays: {
      ...NO_DATA,
      ...(shared ? { settings, dictionaries } : {}),
      tables: all.tables.filter((table) => !isGone(table)),
      readNotices,
      objects,
    },
  };
}
