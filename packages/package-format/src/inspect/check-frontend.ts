import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Finding, Severity } from '../finding.ts';
import { viewKeysOf, walkMenus } from '../manifest/check-menus.ts';
import type { AppManifest } from '../manifest/schema.ts';
import { inMegabytes, LIMITS } from './limits.ts';
import { moduleExports } from './module-exports.ts';
import type { ReadEntry } from './read-entries.ts';

/** Written by the build preset next to the entry (design 9.5-28). */
export const REMOTE_DESCRIPTION = 'frontend/remote.json';

const RemoteDescription = Type.Object({
  code: Type.String(),
  version: Type.Optional(Type.String()),
  views: Type.Array(Type.String()),
});
type RemoteDescription = Static<typeof RemoteDescription>;

/** Exports that make an entry loadable: a container, native modules, or a re-export. */
const LOADABLE = ['get', 'install', 'default', '*'];

/** Maximum number of views in a message, and of their characters. */
const MAX_NAMED = 20;
const MAX_LENGTH = 500;

const finding = (severity: Severity, code: string, entry: string, message: string, fix: string): Finding => {
  return { code, severity, entry, message, fix };
};

/**
 * Checks the frontend against the manifest without running code.
 *
 * Covers entry, exports, view keys and pictures. (design 4.3, 9.5-28, 9.7-50)
 */
export function checkFrontend(entries: ReadonlyMap<string, ReadEntry>, manifest: AppManifest): Finding[] {
  const { frontend } = manifest.assets;
  const hasFiles = [...entries.keys()].some((name) => name.startsWith('frontend/'));
  if (frontend === undefined) {
    if (!hasFiles) return [];
    const message = 'The package has frontend files, but assets.frontend names no entry.';
    return [
      finding(
        'error',
        'FRONTEND_UNDECLARED',
        'app.json',
        message,
        'Add "frontend": "frontend/index.js" to assets.',
      ),
    ];
  }
  if (!frontend.startsWith('frontend/')) return [];
  return [
    ...checkEntry(entries.get(frontend), frontend),
    ...checkDescription(entries.get(REMOTE_DESCRIPTION), manifest),
    ...checkIcons(entries, manifest),
  ];
}

function checkEntry(entry: ReadEntry | undefined, path: string): Finding[] {
  if (!entry) {
    const message = `assets.frontend names "${path}", which the package does not contain.`;
    return [
      finding(
        'error',
        'FRONTEND_ENTRY_MISSING',
        path,
        message,
        'Build the frontend, or correct assets.frontend.',
      ),
    ];
  }
  if (entry.damaged) return [];
  if (!entry.content) {
    return [
      finding(
        'error',
        'FRONTEND_ENTRY_INVALID',
        path,
        `"${path}" has ${inMegabytes(entry.size)}; the limit for an entry is ${inMegabytes(LIMITS.entrySize)}.`,
        'Split it into chunks.',
      ),
    ];
  }
  try {
    const names = moduleExports(entry.content.toString('utf8'));
    if (LOADABLE.some((name) => names.has(name))) return [];
    const message = `"${path}" exports neither "get" nor "install" nor a default, so the shell cannot load it.`;
    return [finding('error', 'FRONTEND_ENTRY_EXPORTS', path, message, 'Build it with defineRemoteApp.')];
  } catch (error) {
    const message = `"${path}" is no ES module: ${(error as Error).message}.`;
    return [finding('error', 'FRONTEND_ENTRY_INVALID', path, message, 'Build it with defineRemoteApp.')];
  }
}

function checkDescription(entry: ReadEntry | undefined, manifest: AppManifest): Finding[] {
  if (!entry) {
    const message = `${REMOTE_DESCRIPTION} is missing, so view keys cannot be checked.`;
    return [
      finding(
        'warning',
        'FRONTEND_DESCRIPTION_MISSING',
        REMOTE_DESCRIPTION,
        message,
        'Build the frontend with defineRemoteApp.',
      ),
    ];
  }
  if (entry.damaged) return [];
  const description = parseDescription(entry);
  if (!description) {
    const message = `${REMOTE_DESCRIPTION} does not state code and views.`;
    return [
      finding(
        'error',
        'FRONTEND_DESCRIPTION_INVALID',
        REMOTE_DESCRIPTION,
        message,
        'Build the frontend with defineRemoteApp.',
      ),
    ];
  }
  return compare(description, manifest);
}

function compare({ code, version, views }: RemoteDescription, manifest: AppManifest): Finding[] {
  const findings: Finding[] = [];
  if (code !== manifest.code) {
    const message = `The frontend was built for "${code}", but the manifest says "${manifest.code}".`;
    findings.push(
      finding(
        'error',
        'FRONTEND_CODE_MISMATCH',
        REMOTE_DESCRIPTION,
        message,
        'Make appCode and "code" the same.',
      ),
    );
  }
  if (version !== undefined && version !== manifest.version) {
    const message = `The frontend was built as ${version}, but the manifest says ${manifest.version}.`;
    findings.push(
      finding(
        'warning',
        'FRONTEND_VERSION_MISMATCH',
        REMOTE_DESCRIPTION,
        message,
        'Build the frontend again.',
      ),
    );
  }
  const exported = new Set(views);
  const rest = views.length > MAX_NAMED ? ` and ${views.length - MAX_NAMED} more` : '';
  const named = `${views.slice(0, MAX_NAMED).join(', ') || 'none'}${rest}`.slice(0, MAX_LENGTH);
  for (const key of viewKeysOf(manifest).filter((wanted) => !exported.has(wanted))) {
    const component = `remote:${manifest.code}/${key}`;
    const menus = [...walkMenus(manifest.menus ?? [])].filter(({ node }) => node.component === component);
    const keys = menus.map(({ node }) => node.key).join(', ');
    findings.push(
      finding(
        'error',
        'VIEW_KEY_MISSING',
        'app.json',
        `The menu ${keys} opens the view "${key}", but the frontend exports ${named}.`,
        `Export the view "${key}", or correct the component.`,
      ),
    );
  }
  return findings;
}

function parseDescription({ content }: ReadEntry): RemoteDescription | undefined {
  try {
    const value: unknown = JSON.parse(content?.toString('utf8') ?? '');
    return Value.Check(RemoteDescription, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function checkIcons(entries: ReadonlyMap<string, ReadEntry>, manifest: AppManifest): Finding[] {
  const icons = [manifest.icon, ...[...walkMenus(manifest.menus ?? [])].map(({ node }) => node.icon)];
  return [...new Set(icons)].flatMap((icon) => {
    if (!icon?.startsWith('frontend/') || entries.has(icon)) return [];
    return [
      finding(
        'warning',
        'ICON_MISSING',
        icon,
        `The package does not contain the picture "${icon}".`,
        'Add it to the frontend, or choose another one.',
      ),
    ];
  });
}
