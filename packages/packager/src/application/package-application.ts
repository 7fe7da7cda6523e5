import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  inspectPackage,
  jarName,
  loadPublicKey,
  publicKeyOf,
  writeZip,
  type Finding,
  type SigningKey,
} from '@platform/package-format';
import { buildJar } from '../compile/build-jar.ts';
import { readMapperFiles } from '../compile/compile-plugin.ts';
import { readPluginProject, readSdk, readSources } from '../compile/plugin-project.ts';
import { PackagerError } from '../errors.ts';
import { checkClasses } from './check-classes.ts';
import { checkDeclaredStatements } from './check-declared-statements.ts';
import { readClasses } from './source-classes.ts';
import { checkFrontend } from './check-frontend.ts';
import { readEntities, type SourceEntity } from './check-entities.ts';
import { undeclaredNames } from './check-names.ts';
import { tryOnDatabases } from './try-on-databases.ts';
import { collectFiles, type PackagedFile } from './collect-files.ts';
import { buildFrontend, planFrontend, type FrontendPlan } from './frontend.ts';
import { describePackage, writePackageInfo, type PackageInfo } from './package-info.ts';
import type { PackageOptions, PackageStep } from './package-options.ts';
import { signatureFor } from './sign-files.ts';
import {
  isHostVersion,
  packagedManifest,
  readSourceManifest,
  type SourceManifest,
} from './source-manifest.ts';

export interface PackageResult extends PackageInfo {
  /** The package. */
  file: string;
  /** Findings of the inspector: warnings, and an error for a version that is not x.y.z. */
  findings: Finding[];
}

/**
 * Builds, signs, zips and inspects the package of an application. (spec: Packager command)
 *
 * The package is written only if the inspector finds no error.
 *
 * Throws PackagerError: the codes of `compilePlugin`, `MANIFEST_INVALID`, `VERSION_INVALID`,
 * `FRONTEND_MISSING`, `FRONTEND_BUILD_FAILED`, `FRONTEND_CHECK_FAILED`, `PACKAGE_REFUSED`.
 *
 * @example
 * ```ts
 * const { file, findings } = await packageApplication({
 *   root: process.cwd(),
 *   pluginDir: 'plugins/platform-hello',
 *   outDir: 'dist-packages',
 *   signingKey: await readSigningKey('plugins/keys/private.pem'),
 * });
 * ```
 */
export async function packageApplication(options: PackageOptions): Promise<PackageResult> {
  const source = await readSourceManifest(options.pluginDir, options.version);
  const { code, version } = source.json;
  const step = stepper(options.onStep);
  const frontend = planFrontend(options, code, source.assets.frontend !== undefined);
  const [frontendFiles, jar] = await Promise.all([
    frontend && step('frontend', () => packFrontend(frontend, version, options.pluginDir)),
    hasBackend(options.pluginDir, source) ? step('backend', () => packBackend(options, source)) : undefined,
  ]);
  const files = await step('assemble', () => assemble(options, source, frontendFiles, jar));
  const { signingKey } = options;
  if (signingKey) files.push(await step('sign', () => sign(files, source, signingKey)));

  const file = join(options.outDir, `${code}-${version}.zip`);
  const partial = `${file}.partial`;
  await mkdir(options.outDir, { recursive: true });
  try {
    const info = await step('zip', async () => {
      await writeZip(partial, files);
      const described = await describePackage(partial, code, version, new Date());
      return { value: described, summary: `${basename(file)}, ${kilobytes(described.packageSize)}` };
    });
    const { stated, entities } = jar ? await readStated(options, source) : { stated: [], entities: [] };
    const findings = await step('check', () => check(partial, file, version, options, { stated, entities }));
    await rename(partial, file);
    await writePackageInfo(file, info);
    return { ...info, file, findings };
  } finally {
    await rm(partial, { force: true });
  }
}

interface Done<T> {
  value: T;
  summary: string;
}

const stepper =
  (onStep: PackageOptions['onStep']) =>
  async <T>(name: PackageStep['name'], work: () => Promise<Done<T>>): Promise<T> => {
    const start = performance.now();
    const { value, summary } = await work();
    onStep?.({ name, summary, durationMs: performance.now() - start });
    return value;
  };

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} kB`;

const hasBackend = (pluginDir: string, { assets }: SourceManifest): boolean =>
  assets.backend !== undefined || existsSync(join(pluginDir, 'src'));

async function packFrontend(
  { project, dist }: FrontendPlan,
  version: string,
  pluginDir: string,
): Promise<Done<PackagedFile[]>> {
  let origin = `existing build in ${dist}`;
  if (project !== undefined) {
    await buildFrontend(project, dist, version);
    const warnings = await checkFrontend(project, dist, join(pluginDir, 'app.json'));
    const told = warnings.map((warning) => `\n      ! ${warning}`).join('');
    origin = `built from ${basename(project)}${told}`;
  }
  const value = await collectFiles(dist, 'frontend/');
  return { value, summary: `${value.length} files, ${origin}` };
}

async function packBackend(
  { pluginDir, typeCheck }: PackageOptions,
  { json }: SourceManifest,
): Promise<Done<PackagedFile>> {
  const name = jarName(json.code, json.version);
  const file = join(pluginDir, 'target', name);
  const { classes, modules } = await buildJar(pluginDir, file, { version: json.version, typeCheck });
  return {
    value: { name: `backend/${name}`, content: { file } },
    summary: `${name}, ${classes.length} classes in ${modules.length} modules`,
  };
}

const migrationDirOf = ({ migrationPath, pluginDir }: PackageOptions): string =>
  migrationPath ?? join(pluginDir, 'migrations');

async function assemble(
  options: PackageOptions,
  source: SourceManifest,
  frontend: PackagedFile[] | undefined,
  jar: PackagedFile | undefined,
): Promise<Done<PackagedFile[]>> {
  const migrationDir = migrationDirOf(options);
  if (options.migrationPath !== undefined && !existsSync(migrationDir)) {
    throw new PackagerError({
      code: 'MIGRATIONS_MISSING',
      message: `${migrationDir} does not exist.`,
      fix: 'Correct -MigrationPath.',
    });
  }
  const migrations = existsSync(migrationDir) ? await collectFiles(migrationDir, 'migrations/') : [];
  const remote = await readRemote(frontend);
  const manifest = packagedManifest(source, {
    hasBackend: jar !== undefined,
    hasFrontend: frontend !== undefined,
    remote,
  });
  const value = [
    { name: 'app.json', content: manifest },
    ...(jar ? [jar] : []),
    ...(frontend ?? []),
    ...migrations,
  ];
  return { value, summary: `${value.length} files, ${migrations.length} of them migrations` };
}

async function readRemote(
  frontend: PackagedFile[] | undefined,
): Promise<{ shared?: unknown; runtimeApi?: unknown } | undefined> {
  const description = frontend?.find(({ name }) => name === 'frontend/remote.json')?.content;
  if (!description || !('file' in description)) return undefined;
  return JSON.parse(await readFile(description.file, 'utf8')) as { shared?: unknown; runtimeApi?: unknown };
}

async function sign(
  files: PackagedFile[],
  { json }: SourceManifest,
  key: SigningKey,
): Promise<Done<PackagedFile>> {
  const value = await signatureFor(files, json.code, json.version, key);
  return { value, summary: `${files.length} files with key ${key.keyId}` };
}

/** Facts of the sources, and what a load would make of them. */
interface Stated {
  readonly stated: readonly Finding[];
  readonly entities: readonly SourceEntity[];
}

async function readStated(options: PackageOptions, { json }: SourceManifest): Promise<Stated> {
  const project = await readPluginProject(options.pluginDir, json.version);
  const sources = await readSources(project);
  const classes = readClasses(sources);
  const mappers = await readMapperFiles(project);
  const xml = new Map([...mappers].map(([entry, content]) => [entry, content.toString('utf8')]));
  return {
    stated: [
      ...checkClasses(json.code, classes),
      ...checkDeclaredStatements(json.code, classes, xml),
      ...undeclaredNames(sources, migrationDirOf(options), json),
    ],
    entities: readEntities(sources),
  };
}

async function check(
  partial: string,
  file: string,
  version: string,
  { signingKey, pluginDir }: PackageOptions,
  { stated, entities }: Stated,
): Promise<Done<Finding[]>> {
  const { findings } = await inspectPackage(partial, {
    fileName: basename(file),
    mode: signingKey ? 'enforce' : 'off',
    trustedKeys: signingKey ? [loadPublicKey(publicKeyOf(signingKey))] : [],
    providedPackages: await providedPackages(pluginDir),
  });
  // The packager accepts more versions than the host, which reports them itself (spec: Errors).
  const refused = findings.filter(
    ({ code, severity }) =>
      severity === 'error' && (isHostVersion(version) || code !== 'MANIFEST_VERSION_INVALID'),
  );
  if (refused.length > 0) {
    throw new PackagerError({
      code: 'PACKAGE_REFUSED',
      message: `The host would refuse this package:\n${refused.map(({ code, message, fix }) => `${code}: ${message} ${fix}`).join('\n')}`,
      fix: 'Fix these findings and package again.',
      details: findings,
    });
  }
  const trial = await tryOnDatabases(partial, undefined, dirname(pluginDir), entities);
  const tried = [...stated, ...trial.findings];
  const [first, ...more] = tried.filter(({ severity }) => severity === 'error');
  if (first) {
    throw new PackagerError({
      code: first.code,
      message: [first, ...more].map(({ message }) => message).join('\n'),
      fix: first.fix,
      details: tried,
    });
  }
  const all = [...findings, ...tried];
  const count = all.length;
  return {
    value: all,
    summary: count === 0 ? 'no findings' : `${count} finding${count === 1 ? '' : 's'}`,
  };
}

/** Names of the packages that the host provides, as the SDK of the project lists them. */
export async function providedPackages(from: string): Promise<string[]> {
  const sdk = await readSdk(from);
  return Object.keys(sdk?.provided ?? {});
}
