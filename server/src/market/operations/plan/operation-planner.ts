import { PlatformError } from '../../../kernel/index.ts';
import type { Install } from '../../installs/install-store.ts';
import { countData, NO_DATA, type ApplicationData } from '../../migrations/application-data.ts';
import { assertNotRequired } from '../dependents.ts';
import { neededApplications } from '../needed-applications.ts';
import { ownTables } from '../own-tables.ts';
import { resolveInstall, resolveUpgrade } from '../resolve.ts';
import { resolveRollback } from '../resolve-rollback.ts';
import type { OperationServices } from '../services.ts';
import { affected, dependentsIn } from './consequences.ts';
import type { OperationPlan, PlanRequest } from './operation-plan.ts';
import { planVersion } from './version-plan.ts';

/** Says what an operation would do; refused with the same error as the operation itself. Changes nothing. (design 2.3) */
export class OperationPlanner {
  readonly #services: OperationServices;

  constructor(services: OperationServices) {
    this.#services = services;
  }

  async plan(request: PlanRequest): Promise<OperationPlan> {
    const { action, tenantId, version } = request;
    if (action === 'uninstall') return this.#uninstall(request);
    const target =
      action === 'install'
        ? await resolveInstall(this.#services, request)
        : action === 'rollback'
          ? await resolveRollback(this.#services, (await this.#installed(request)).installId)
          : await resolveUpgrade(this.#services, (await this.#installed(request)).installId, version);
    const plan = await planVersion(this.#services, action, tenantId, target);
    if (action !== 'install' || !request.withDependencies) return plan;
    const needed = await neededApplications(this.#services, tenantId, target.version);
    return {
      ...plan,
      needed: needed.map(({ appCode: code, version: found, packageSize }) => ({
        appCode: code,
        version: found,
        packageSize,
      })),
    };
  }

  async #uninstall({ action, appCode, tenantId, dropData }: PlanRequest): Promise<OperationPlan> {
    const { database, menus, placement, registry } = this.#services;
    const install = await this.#installed({ appCode, tenantId });
    await assertNotRequired(this.#services, tenantId, appCode);
    const shared = registry.othersWith(appCode, tenantId).length > 0;
    const tables = await ownTables(this.#services, appCode);
    const ofTenants = await database.tenantTables();
    const there = await Promise.all(tables.map((table) => database.hasTable(table)));
    const existing = tables.filter((_, index) => there[index]);
    const all = await countData(database, appCode, existing, shared ? tenantId : undefined);
    const cleared = existing.filter((table) => ofTenants.has(table.toLowerCase()));
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
      dependents: await dependentsIn(this.#services, [tenantId], appCode),
      tenants: affected([], tenantId),
      warnings: [],
    };
  }

  /** @throws INSTALL_NOT_FOUND (404) */
  async #installed({ appCode, tenantId }: Pick<PlanRequest, 'appCode' | 'tenantId'>): Promise<Install> {
    const install = await this.#services.installs.find(tenantId, appCode);
    if (install) return install;
    throw new PlatformError({
      code: 'INSTALL_NOT_FOUND',
      status: 404,
      message: `${appCode} is not installed.`,
      fix: 'Look at the list of installed applications.',
    });
  }
}

/** What a removal with its data takes and leaves; settings and dictionaries serve every tenant that has the application. */
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
