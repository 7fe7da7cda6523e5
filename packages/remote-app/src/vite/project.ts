import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { RemoteBuildError } from './errors.ts';
import { readManifest } from './manifest.ts';
import type { RemoteAppOptions, RemoteFormat } from './options.ts';
import { DEFAULT_BUDGET, type SizeBudget } from './size-budget.ts';

/** The validated project of an application. */
export interface RemoteProject {
  code: string;
  /** Version of `PLATFORM_APP_VERSION`, set by the packager, or of the manifest. */
  version: string;
  format: RemoteFormat;
  /** Absolute path of `frontend/<code>-app`. */
  root: string;
  /** Absolute path of `src/index.ts`. */
  entry: string;
  /** View keys of the manifest's menus; undefined without a manifest. */
  menuViews?: string[];
  /** View keys of the options. */
  statedViews?: readonly string[];
  /** Compressed size limits. */
  budget: SizeBudget;
  /** `peerDependencies` of the application's package.json. */
  peerDependencies: Record<string, string>;
  /** Output folder: `PLATFORM_REMOTE_OUT`, or `<workspace root>/remote-apps/<code>`. */
  outDir: string;
}

interface PackageJson {
  name?: string;
  version?: string;
  peerDependencies?: Record<string, string>;
}

const FORMATS: readonly RemoteFormat[] = ['federation', 'module'];
const CODE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Reads a project and checks that its four names agree (spec: Naming rule).
 * @throws RemoteBuildError REMOTE_CODE_INVALID, REMOTE_FORMAT_UNKNOWN, REMOTE_ROOT_INVALID,
 * REMOTE_NAME_MISMATCH, REMOTE_ENTRY_MISSING, REMOTE_MANIFEST_INVALID
 */
export function readProject(
  options: RemoteAppOptions,
  env: Record<string, string | undefined>,
): RemoteProject {
  const { appCode: code, root } = options;
  if (typeof code !== 'string' || !CODE.test(code)) {
    throw new RemoteBuildError(
      'REMOTE_CODE_INVALID',
      `appCode ${JSON.stringify(code)} is not an application code`,
      'Use lower-case letters, digits and single hyphens, beginning with a letter, as `code` in app.json.',
    );
  }
  const format = options.format ?? env['PLATFORM_REMOTE_FORMAT'] ?? 'federation';
  if (!isFormat(format)) {
    throw new RemoteBuildError(
      'REMOTE_FORMAT_UNKNOWN',
      `format ${JSON.stringify(format)} is unknown`,
      `Write one of ${FORMATS.join(', ')}, or leave it out.`,
    );
  }
  const packageJson = readPackage(root, code);
  const entry = join(root, 'src/index.ts');
  if (!existsSync(entry)) {
    throw new RemoteBuildError(
      'REMOTE_ENTRY_MISSING',
      `${entry} does not exist`,
      'Default-export defineApp({ views }) from it.',
    );
  }
  const manifest = readManifest(
    resolve(root, options.manifest ?? `../../plugins/platform-${code}/app.json`),
    code,
  );
  return {
    code,
    version: env['PLATFORM_APP_VERSION'] ?? manifest?.version ?? packageJson.version ?? '0.0.0',
    format,
    root,
    entry,
    menuViews: manifest?.views,
    statedViews: options.views,
    budget: { ...DEFAULT_BUDGET, ...options.budget },
    peerDependencies: packageJson.peerDependencies ?? {},
    outDir: env['PLATFORM_REMOTE_OUT']
      ? resolve(env['PLATFORM_REMOTE_OUT'])
      : join(dirname(dirname(root)), 'remote-apps', code),
  };
}

function isFormat(name: string): name is RemoteFormat {
  return (FORMATS as readonly string[]).includes(name);
}

function readPackage(root: string, code: string): PackageJson {
  if (typeof root !== 'string' || !isAbsolute(root) || !existsSync(join(root, 'package.json'))) {
    throw new RemoteBuildError(
      'REMOTE_ROOT_INVALID',
      `root ${JSON.stringify(root)} is not an absolute path of a folder with a package.json`,
      'Write `root: import.meta.dirname` in vite.config.ts.',
    );
  }
  const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson;
  mustAgree('the folder', basename(root), `${code}-app`, code);
  mustAgree('`name` in package.json', packageJson.name, `@plugins/${code}-app`, code);
  return packageJson;
}

function mustAgree(what: string, actual: string | undefined, expected: string, code: string): void {
  if (actual === expected) return;
  throw new RemoteBuildError(
    'REMOTE_NAME_MISMATCH',
    `${what} is ${JSON.stringify(actual)}, but appCode ${JSON.stringify(code)} needs ${JSON.stringify(expected)}`,
    'Make the folder, package name, appCode and `code` in app.json agree.',
  );
}
