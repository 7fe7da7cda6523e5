import { join } from 'node:path';
import { ZipArchive } from '@platform/package-format';
import { assertOwnTables } from '../../migrations/table-owner.ts';
import type { ScriptFile } from '../../migrations/migration-plan.ts';
import { readScripts } from '../../placement/migration-folder.ts';
import { listedFiles, packageFiles, type PackageFiles } from '../../placement/package-files.ts';
import type { FileChanges } from '../../placement/placement.ts';
import { withTempFolder } from '../../versions/package-storage.ts';
import { DEPRECATED, manifestOf, type AppVersion } from '../../versions/version-store.ts';
import type { Target } from '../resolve.ts';
import type { OperationServices } from '../services.ts';
import { verifyPackage } from '../version-package.ts';
import { affected, dependentsIn } from './consequences.ts';
import type { OperationPlan, PlannedAction } from './operation-plan.ts';

interface PackagePlan {
  readonly files: FileChanges;
  readonly scripts: readonly ScriptFile[];
  readonly warnings: OperationPlan['warnings'];
}

/** What reaching a version would do, read from what is known of its package; the package is fetched only where nothing is. */
export async function planVersion(
  services: OperationServices,
  action: Exclude<PlannedAction, 'uninstall'>,
  tenantId: string,
  { version, install }: Target,
): Promise<OperationPlan> {
  const { listings, menus, migrator, placement, registry } = services;
  const { appCode } = version;
  const others = registry.othersWith(appCode, tenantId);
  const placed = await placement.placed(appCode);
  const onHost =
    placed?.version === version.version && others.some((other) => other.version === version.version);
  const content = onHost ? await contentOnHost(services, version) : await contentOf(services, version);
  assertOwnTables(appCode, migrator.tables(content.scripts), await listings.codes());
  if (action === 'rollback') await migrator.assertNoneNewer(appCode, version.version, content.scripts);
  const { scripts, tables } = await migrator.preview(appCode, content.scripts);
  const changed = onHost ? [] : others.map((other) => other.tenantId);
  return {
    action,
    appCode,
    fromVersion: action === 'install' ? null : (install?.version ?? null),
    toVersion: version.version,
    shared: others.length > 0,
    needed: [],
    packageSize: onHost ? 0 : version.packageSize,
    files: content.files,
    scripts,
    tables: { created: tables, dropped: [], cleared: [] },
    menus: await menus.preview(appCode, manifestOf(version).menus ?? []),
    dependents: await dependentsIn(services, [tenantId, ...others.map((other) => other.tenantId)], appCode),
    tenants: affected(changed, tenantId),
    warnings: [...deprecation(version), ...content.warnings],
  };
}

async function contentOf(services: OperationServices, version: AppVersion): Promise<PackagePlan> {
  const content = await services.source.content(version);
  if (!content) return contentOfPackage(services, version);
  const manifest = manifestOf(version);
  const findings = services.inspector.judge(content, manifest);
  return {
    files: await changesBy(services, version, listedFiles(content.files, manifest)),
    scripts: content.scripts,
    warnings: [...findings.map(({ code, message }) => ({ code, message })), ...content.warnings],
  };
}

function contentOfPackage(services: OperationServices, version: AppVersion): Promise<PackagePlan> {
  return withTempFolder(services.tempDir, async (folder) => {
    const file = join(folder, 'package.zip');
    await services.source.fetch(version, file);
    const { findings, manifest } = await verifyPackage(services, version, file);
    const archive = await ZipArchive.open(file);
    try {
      const files = packageFiles(archive, manifest);
      return {
        files: await changesBy(services, version, files),
        scripts: await scriptsOf(files),
        warnings: findings.map(({ code, message }) => ({ code, message })),
      };
    } finally {
      await archive.close();
    }
  });
}

async function changesBy(
  { placement }: OperationServices,
  { appCode, version }: AppVersion,
  files: PackageFiles,
): Promise<FileChanges> {
  return placement.preview(await placement.plan(0, appCode, version, files), files);
}

/** What was noted of a package that another tenant has is no less true for this one. */
async function contentOnHost(
  { placement, versions }: OperationServices,
  { appCode, versionId }: AppVersion,
): Promise<PackagePlan> {
  const scripts = await readScripts(placement.migrationFolder(appCode));
  const noted = await versions.contents.warningsOf([versionId]);
  return { files: { placed: [], removed: [] }, scripts, warnings: noted.get(versionId) ?? [] };
}

function scriptsOf(files: PackageFiles): Promise<ScriptFile[]> {
  const scripts = files.migrations.filter((file) => file.path.endsWith('.sql'));
  return Promise.all(
    scripts.map(async (file) => ({ name: file.path, text: (await file.read()).toString('utf8') })),
  );
}

function deprecation(version: AppVersion): OperationPlan['warnings'] {
  if (version.status !== DEPRECATED) return [];
  const message = `${version.appCode} ${version.version} is deprecated: ${version.deprecateReason ?? ''}`;
  return [{ code: 'VERSION_DEPRECATED', message }];
}
