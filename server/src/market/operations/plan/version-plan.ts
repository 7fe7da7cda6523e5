import { join } from 'node:path';
import { ZipArchive } from '@platform/package-format';
import { assertOwnTables } from '../../database/table-owner.ts';
import { readScripts, type ScriptFile } from '../../disk/migration-folder.ts';
import { listedFiles, packageFiles, type PackageFiles } from '../../disk/package-files.ts';
import type { FileChanges, Placement } from '../../disk/placement.ts';
import type { AcceptedPackage } from '../../packages/package-inspector.ts';
import { withTempFolder } from '../../packages/package-storage.ts';
import { DEPRECATED, manifestOf, type AppVersion } from '../../records/version-store.ts';
import type { SharedCode } from '../shared-code.ts';
import type { Target } from '../target.ts';
import { verifyPackage, type PackageVerifier } from '../../packages/verify-package.ts';
import type { Migrator } from '../../database/migrator.ts';
import { DEFAULT_TENANT } from '../../../kernel/index.ts';
import type { ListingStore } from '../../records/listing-store.ts';
import type { VersionMenus } from '../../records/version-menus.ts';
import type { VersionStore } from '../../records/version-store.ts';
import type { Dependents } from '../../requirements/dependents.ts';
import type { MarketSource } from '../../source/market-source.ts';
import { askedPermissions } from '../../requirements/asked-permissions.ts';
import type { OperationPlan, PlannedAction } from './operation-plan.ts';

export interface VersionPlanDependencies {
  readonly source: MarketSource;
  readonly verifier: PackageVerifier;
  readonly versions: VersionStore;
  readonly listings: ListingStore;
  readonly menus: VersionMenus;
  readonly migrator: Migrator;
  readonly placement: Placement;
  readonly dependents: Dependents;
  readonly sharedCode: SharedCode;
  readonly tempDir: string;
}

interface PackagePlan {
  readonly signature: NonNullable<OperationPlan['signature']>;
  readonly files: FileChanges;
  readonly scripts: readonly ScriptFile[];
  readonly warnings: OperationPlan['warnings'];
}

/** Plans the change to a version; fetches the package only if its content was never recorded. */
export async function planVersion(
  dependencies: VersionPlanDependencies,
  action: Exclude<PlannedAction, 'uninstall'>,
  tenantId: string,
  { version, install }: Target,
): Promise<OperationPlan> {
  const { dependents, listings, menus, migrator, sharedCode } = dependencies;
  const { appCode } = version;
  const others = sharedCode.others(appCode, tenantId).map((other) => other.tenantId);
  const isOnHost = await sharedCode.isOnHost(version, tenantId);
  const content = isOnHost
    ? await contentOnHost(dependencies, version)
    : await contentOf(dependencies, version);
  assertOwnTables(appCode, migrator.changedTables(content.scripts), await listings.codes());
  if (action === 'rollback') await migrator.assertNoneNewer(appCode, version.version, content.scripts);
  const { scripts, tables, warnings } = await migrator.preview(appCode, content.scripts);
  const fromVersion = action === 'install' ? null : (install?.version ?? null);
  const facts = await packageFacts(dependencies, version, fromVersion, content);
  return {
    ...facts,
    warnings: [...facts.warnings, ...warnings],
    action,
    shared: others.length > 0,
    packageSize: isOnHost ? 0 : version.packageSize,
    scripts,
    skippedScripts: [],
    tables: { created: tables, dropped: [], cleared: [] },
    menus: await menus.preview(appCode, manifestOf(version).menus ?? []),
    dependents: await dependents.of(appCode, [tenantId, ...others]),
    tenants: affectedTenants(isOnHost ? [] : others, tenantId),
  };
}

/** Plans a deployment: files and code of this host, and nothing else. (spec: L4) */
export async function planDeployment(
  dependencies: VersionPlanDependencies,
  tenantId: string,
  version: AppVersion,
): Promise<OperationPlan> {
  const { dependents, migrator, sharedCode } = dependencies;
  const { appCode } = version;
  const content = await contentOf(dependencies, version);
  const active = sharedCode.activeVersion(appCode) ?? null;
  const others = sharedCode.others(appCode, tenantId).map((other) => other.tenantId);
  const { scripts } = await migrator.preview(appCode, content.scripts);
  return {
    ...(await packageFacts(dependencies, version, active, content)),
    action: 'deploy',
    shared: others.length > 0,
    packageSize: version.packageSize,
    scripts: [],
    skippedScripts: scripts,
    tables: { created: [], dropped: [], cleared: [] },
    menus: { added: [], changed: [], removed: [] },
    dependents: await dependents.of(appCode, sharedCode.tenants(appCode, tenantId)),
    tenants: affectedTenants(active === version.version ? [] : others, tenantId),
  };
}

/** The part of a plan that comes from the package alone. */
async function packageFacts(
  { versions }: VersionPlanDependencies,
  version: AppVersion,
  fromVersion: string | null,
  { files, signature, warnings }: PackagePlan,
) {
  const { appCode } = version;
  const former = fromVersion === null ? undefined : await versions.find(appCode, fromVersion);
  return {
    appCode,
    fromVersion,
    toVersion: version.version,
    needed: [],
    files,
    permissions: askedPermissions(manifestOf(version), former && manifestOf(former)),
    signature,
    // The recorded ones are about the publisher's database; the preview looks at this one.
    warnings: [...deprecation(version), ...warnings.filter(({ code }) => code !== 'MIGRATION_DIALECT')],
  } satisfies Partial<OperationPlan>;
}

async function contentOf(dependencies: VersionPlanDependencies, version: AppVersion): Promise<PackagePlan> {
  const content = await dependencies.source.content(version);
  if (!content) return contentOfPackage(dependencies, version);
  const manifest = manifestOf(version);
  const { signature, findings } = dependencies.verifier.inspector.judge(content, manifest);
  return {
    signature: signatureFact(signature),
    files: await changesBy(dependencies, version, listedFiles(content.files, manifest)),
    scripts: content.scripts,
    warnings: [...findings.map(({ code, message }) => ({ code, message })), ...content.warnings],
  };
}

function contentOfPackage(dependencies: VersionPlanDependencies, version: AppVersion): Promise<PackagePlan> {
  return withTempFolder(dependencies.tempDir, async (folder) => {
    const file = join(folder, 'package.zip');
    await dependencies.source.fetch(version, file);
    const { findings, manifest, signature } = await verifyPackage(dependencies.verifier, version, file);
    const archive = await ZipArchive.open(file);
    try {
      const files = packageFiles(archive, manifest);
      return {
        signature: signatureFact(signature),
        files: await changesBy(dependencies, version, files),
        scripts: await scriptsOf(files),
        warnings: findings.map(({ code, message }) => ({ code, message })),
      };
    } finally {
      await archive.close();
    }
  });
}

async function changesBy(
  { placement }: VersionPlanDependencies,
  { appCode, version }: AppVersion,
  files: PackageFiles,
): Promise<FileChanges> {
  return placement.preview(await placement.plan('preview', appCode, version, files), files);
}

/** Another tenant runs the version: nothing is placed, and its recorded warnings still apply. */
async function contentOnHost(
  { placement, versions }: VersionPlanDependencies,
  { appCode, versionId, signatureState: state, signerKeyId: keyId }: AppVersion,
): Promise<PackagePlan> {
  const content = await versions.contents.find(versionId);
  const scripts = content?.scripts ?? (await readScripts(placement.migrationFolder(appCode)));
  const warnings = content?.warnings ?? [];
  return { signature: { state, keyId }, files: { placed: [], removed: [] }, scripts, warnings };
}

function signatureFact({ state, keyId }: AcceptedPackage['signature']): PackagePlan['signature'] {
  return { state, keyId: keyId ?? null };
}

function scriptsOf(files: PackageFiles): Promise<ScriptFile[]> {
  const scripts = files.migrations.filter((file) => file.path.endsWith('.sql'));
  return Promise.all(
    scripts.map(async (file) => ({ name: file.path, text: (await file.read()).toString('utf8') })),
  );
}

function deprecation(version: AppVersion): OperationPlan['warnings'] {
  if (version.status !== DEPRECATED) return [];
  const params = {
    app: version.appCode,
    version: version.version,
    reason: version.deprecateReason ?? '',
  };
  const message = `${params.app} ${params.version} is deprecated: ${params.reason}`;
  return [{ code: 'VERSION_DEPRECATED', message, params }];
}

/** Only the platform's tenant sees which other tenants are affected. (design 9.2-10) */
export function affectedTenants(others: readonly string[], tenantId: string): OperationPlan['tenants'] {
  return { total: others.length, tenantIds: tenantId === DEFAULT_TENANT ? [...others].sort() : [] };
}
