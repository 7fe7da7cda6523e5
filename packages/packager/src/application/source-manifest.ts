import { basename, join } from 'node:path';
import { jarName, parseManifest, type AppManifest } from '@platform/package-format';
import { PackagerError } from '../errors.ts';
import { readJsonFile } from '../read-json.ts';

/**
 * Looser than the host's `x.y.z` (spec: Errors): the host refuses other versions with its own
 * message.
 */
const PACKAGER_VERSION = /^\d+(\.\d+){1,3}([+-][0-9A-Za-z.-]+)?$/;
const HOST_VERSION = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/;

export const isHostVersion = (version: string): boolean => HOST_VERSION.test(version);

/** The manifest of a project, with the version to package. */
export interface SourceManifest {
  /** As written, the version replaced. */
  json: Record<string, unknown> & { code: string; version: string };
  assets: AppManifest['assets'];
}

/**
 * Reads a project's manifest and checks it as the host will. Throws `MANIFEST_INVALID` with
 * every finding, `VERSION_INVALID`.
 */
export async function readSourceManifest(
  pluginDir: string,
  version: string | undefined,
): Promise<SourceManifest> {
  const file = join(pluginDir, 'app.json');
  const json = await readJson(file);
  const effective = version ?? json.version;
  if (typeof effective !== 'string' || !PACKAGER_VERSION.test(effective)) {
    throw new PackagerError({
      code: 'VERSION_INVALID',
      message: `Found version ${JSON.stringify(effective)}, expected x.y.z.`,
      fix: 'Pass -Version 1.0.0, or correct "version" in app.json.',
    });
  }
  const assets = { ...(json.assets as AppManifest['assets'] | undefined) };
  // A backend jar's name follows the version; it is only compared when the version is the
  // manifest's own.
  if (assets.backend !== undefined && version !== undefined) delete assets.backend;
  const checked = { ...json, version: isHostVersion(effective) ? effective : '0.0.0', assets };
  const errors = parseManifest(JSON.stringify(checked)).findings.filter(
    ({ severity }) => severity === 'error',
  );
  if (errors.length > 0) {
    throw new PackagerError({
      code: 'MANIFEST_INVALID',
      message: `${basename(pluginDir)}/app.json:\n${errors.map(({ code, message, fix }) => `${code}: ${message} ${fix}`).join('\n')}`,
      fix: 'Fix these findings in app.json and package again.',
      details: errors,
    });
  }
  return {
    json: { ...json, code: String(json.code), version: effective },
    assets: json.assets ?? {},
  };
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  try {
    return (await readJsonFile(file)) as Record<string, unknown>;
  } catch (cause) {
    throw new PackagerError({
      code: 'MANIFEST_INVALID',
      message: `${file} cannot be read: ${(cause as Error).message}`,
      fix: cause instanceof SyntaxError ? 'Correct the JSON there.' : 'Create an app.json with valid JSON.',
      cause,
    });
  }
}

export interface ManifestParts {
  hasBackend: boolean;
  hasFrontend: boolean;
  /** Description of the frontend's build. */
  remote?: { shared?: unknown; runtimeApi?: unknown };
}

/**
 * Returns the manifest for the package: version, assets and shared modules filled in. (design
 * 9.5-27, 28)
 */
export function packagedManifest({ json, assets }: SourceManifest, parts: ManifestParts): Buffer {
  const { backend: _backend, frontend, ...others } = assets;
  const { shared, runtimeApi } = parts.remote ?? {};
  const manifest = {
    ...json,
    assets: {
      ...(parts.hasBackend ? { backend: `backend/${jarName(json.code, json.version)}` } : {}),
      ...(parts.hasFrontend ? { frontend: frontend ?? 'frontend/index.js' } : {}),
      ...others,
    },
    ...(shared !== undefined && json.shared === undefined ? { shared } : {}),
    ...(runtimeApi !== undefined && json.runtimeApi === undefined ? { runtimeApi } : {}),
  };
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}
