import type { MarketParts } from './compose-parts.ts';
import type { FollowingHosts } from './start-convergence.ts';
import type { OperationDependencies } from './operations/application-operations.ts';
import type { PlannerDependencies } from './operations/plan/operation-planner.ts';
import { SharedCode } from './operations/shared-code.ts';

export interface ComposedOperations {
  readonly operations: OperationDependencies;
  readonly planner: PlannerDependencies;
  readonly sharedCode: SharedCode;
}

/**
 * Gives each operation the dependencies that it declares.
 *
 * @param anyTenantUpgrades `app-market.tenant-upgrade` is `any` (design 9.2-10)
 * @param hosts the others of the platform
 */
export function composeOperations(
  parts: MarketParts,
  anyTenantUpgrades: boolean,
  { reports: hosts, phases }: FollowingHosts,
): ComposedOperations {
  const { backends, compatibility, database, dataRemoval, dependents, enabled, events } = parts;
  const { inspector, installs, listings, menus, migrator, placement, publish } = parts;
  const { desiredCommits: desired, registry, source, tempDir, tenants, versions } = parts;

  const records = { database, installs, registry, desired };
  const verifier = { inspector, registry };
  const sharedCode = new SharedCode(registry, placement, anyTenantUpgrades);
  const targets = { source, installs, versions, compatibility, dependents, sharedCode, tenants };
  const dependencySources = { enabled, registry, source };
  const packages = { source, verifier, placement, tempDir };

  return {
    sharedCode,
    operations: {
      records,
      changeVersion: {
        targets,
        dependencySources,
        packages,
        scripts: { migrator, listings, contents: versions.contents },
        menus,
        placement,
        backends,
        sharedCode,
        phases,
        records,
        events,
        publish,
      },
      deploy: { packages, compatibility, placement, backends, phases, records, events },
      enable: { records, versions, compatibility, placement, backends, events },
      disable: { records, dependents, backends, events },
      uninstall: {
        records,
        dependents,
        backends,
        menus,
        scripts: { migrator, placement },
        dataRemoval,
        othersUnloaded: async (appCode, task) => void (await hosts.of(appCode, task)),
        events,
        publish,
      },
    },
    planner: {
      records,
      targets,
      dependencySources,
      versionPlan: {
        source,
        verifier,
        versions,
        listings,
        menus,
        migrator,
        placement,
        dependents,
        sharedCode,
        tempDir,
      },
    },
  };
}
