import { copyFile, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  bySeverity,
  inspectPackage,
  type AppManifest,
  type CatalogIndex,
  type TrustedKey,
} from '@platform/package-format';
import semver from 'semver';
import { PackagerError } from '../errors.ts';

type CatalogEntry = CatalogIndex['apps'][number];
type CatalogEntryVersion = CatalogEntry['versions'][number];

interface Indexed {
  readonly manifest: AppManifest;
  readonly version: CatalogEntryVersion;
}

export interface ExportOptions {
  /** Packages to add; a package of the folder with the same name is replaced. */
  readonly packages: readonly string[];
  /** Folder of the catalog, created if it is missing. Existing packages stay in the catalog. */
  readonly outDir: string;
  readonly trustedKeys: readonly TrustedKey[];
  readonly providedPackages: readonly string[];
}

const PACKAGES = 'packages';

/**
 * Writes packages and their index into a folder, which a user edition reads as
 * `app-market.catalog.base-url`. (design 4.5)
 */
export async function exportCatalog(options: ExportOptions): Promise<CatalogIndex> {
  const folder = join(options.outDir, PACKAGES);
  for (const file of options.packages) await indexed(file, options);
  await mkdir(folder, { recursive: true });
  for (const file of options.packages) await copyWhole(file, join(folder, basename(file)));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.zip')).sort();
  const all: Indexed[] = [];
  for (const name of names) all.push(await indexed(join(folder, name), options));
  const index: CatalogIndex = {
    formatVersion: 1,
    exportedAt: new Date().toISOString(),
    apps: entriesOf(all),
  };
  const target = join(options.outDir, 'index.json');
  await writeFile(`${target}.partial`, `${JSON.stringify(index, undefined, 2)}\n`);
  await rename(`${target}.partial`, target);
  return index;
}

async function copyWhole(from: string, to: string): Promise<void> {
  if (from === to) return;
  await copyFile(from, `${to}.partial`);
  await rename(`${to}.partial`, to);
}

async function indexed(file: string, options: ExportOptions): Promise<Indexed> {
  const { trustedKeys, providedPackages } = options;
  const inspection = await inspectPackage(file, { mode: 'warn', trustedKeys, providedPackages });
  const { manifest, manifestJson, signature } = inspection;
  if (!inspection.ok || !manifest || manifestJson === undefined) {
    const [first] = bySeverity(inspection.findings);
    throw new PackagerError({
      code: 'CATALOG_PACKAGE_REFUSED',
      message: `Every host would refuse ${basename(file)}: ${first?.message ?? 'it cannot be read'}`,
      fix: 'Run `npm run package -- check` on it, fix its findings, and export again.',
      details: inspection.findings,
    });
  }
  return {
    manifest,
    version: {
      version: manifest.version,
      status: 1,
      releaseTime: (await stat(file)).mtime.toISOString(),
      releaseNotes: null,
      deprecateReason: null,
      packageSize: inspection.size,
      packageMd5: inspection.md5,
      packageSha256: inspection.sha256,
      signatureState: signature.state,
      signerKeyId: signature.keyId ?? null,
      manifestJson,
      file: `${PACKAGES}/${basename(file)}`,
    },
  };
}

function entriesOf(all: readonly Indexed[]): CatalogEntry[] {
  const codes = [...new Set(all.map(({ manifest }) => manifest.code))].sort();
  return codes.map((code) => {
    const own = all
      .filter(({ manifest }) => manifest.code === code)
      .sort((a, b) => semver.rcompare(a.version.version, b.version.version));
    const { manifest, version } = own[0]!;
    return {
      appCode: code,
      name: manifest.name,
      names: manifest.names,
      descriptions: manifest.descriptions,
      description: manifest.description ?? null,
      icon: manifest.icon ?? null,
      category: manifest.category ?? null,
      author: manifest.author ?? null,
      homepage: manifest.homepage ?? null,
      latestVersion: version.version,
      releaseTime: version.releaseTime,
      signatureState: version.signatureState,
      platform: manifest.platform ?? null,
      dependencies: { ...manifest.dependencies },
      ...(manifest.shared ? { shared: manifest.shared } : {}),
      ...(manifest.runtimeApi === undefined ? {} : { runtimeApi: manifest.runtimeApi }),
      versions: own.map((entry) => entry.version),
    };
  });
}
