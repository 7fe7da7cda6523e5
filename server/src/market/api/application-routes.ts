import { incidentContracts, runtimeContracts } from '@platform/host-api';
import { defineRoute, PlatformError, type Route } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { PluginRuntime } from '../../plugin-runtime/index.ts';
import type { LoadAgain } from '../operations/load-again.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import { versionNotFound } from '../operations/version-errors.ts';
import { manifestOf, PENDING, type VersionStore } from '../records/version-store.ts';
import { contentsOf } from '../runtime/application-contents.ts';
import { rolesOf } from '../runtime/application-roles.ts';
import type { DictionaryUses } from '../runtime/dictionary-uses.ts';
import { shownTo } from '../runtime/application-state.ts';
import { differencesBetween, type RecordedVersion } from '../runtime/version-differences.ts';

/** Registrations and health of an installed application. (design 3.4, 9.4-18) */
export function applicationRoutes(
  runtime: PluginRuntime,
  registry: InstallRegistry,
  loadAgain: LoadAgain,
  database: Database,
  versions: VersionStore,
  dictionaryUses: DictionaryUses,
): Route[] {
  const assertInstalled = (tenantId: string, appCode: string): void => {
    if (registry.of(tenantId).some((install) => install.appCode === appCode)) return;
    throw new PlatformError({
      code: 'INSTALL_NOT_FOUND',
      status: 404,
      message: `Application ${appCode} is not installed.`,
    });
  };
  const recorded = async (appCode: string, number: string): Promise<RecordedVersion> => {
    const version = await versions.find(appCode, number);
    // Unpublished versions are for their publisher only.
    if (!version || version.status === PENDING) throw versionNotFound(appCode, number);
    return { manifest: manifestOf(version), content: await versions.contents.find(version.versionId) };
  };
  return [
    defineRoute({
      ...runtimeContracts.application,
      handler: ({ params: { appCode }, tenantId = '' }) => {
        assertInstalled(tenantId, appCode);
        const description = runtime.describe(appCode);
        return description ? shownTo(tenantId, description) : null;
      },
    }),
    defineRoute({
      ...runtimeContracts.contents,
      handler: ({ params: { appCode }, tenantId = '' }) => {
        assertInstalled(tenantId, appCode);
        return contentsOf(database, appCode);
      },
    }),
    defineRoute({
      ...runtimeContracts.dictionaryUses,
      handler: ({ params: { dictType }, tenantId = '' }) => dictionaryUses.of(tenantId, dictType),
    }),
    defineRoute({
      ...runtimeContracts.roles,
      handler: ({ params: { appCode }, tenantId = '' }) => {
        assertInstalled(tenantId, appCode);
        return rolesOf(database, tenantId, appCode);
      },
    }),
    defineRoute({
      ...runtimeContracts.differences,
      handler: async ({ params: { appCode }, query, tenantId = '' }) => {
        assertInstalled(tenantId, appCode);
        return differencesBetween(await recorded(appCode, query.from), await recorded(appCode, query.to));
      },
    }),
    defineRoute({
      ...incidentContracts.loadAgain,
      audit: 'Load an application again after its quarantine',
      handler: ({ params: { appCode }, tenantId = '' }) => loadAgain.run(tenantId, appCode),
    }),
  ];
}
