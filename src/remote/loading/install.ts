import type { Install, InstallResult, RemoteRuntime, ViewSource } from '@platform/remote-app';
import { messageOf, RemoteError, type RemoteErrorCode } from '../errors.ts';

/** View key → view. */
export type RemoteViews = Readonly<Record<string, ViewSource>>;

/**
 * Finds the install function of a loaded container (design 9.6-30).
 * @throws RemoteError REMOTE_INSTALL_INVALID
 */
export function installOf(app: string, module: unknown): Install {
  const candidate =
    typeof module === 'function' ? module : (module as { default?: unknown } | null | undefined)?.default;
  if (typeof candidate === 'function') return candidate as Install;
  throw invalid(app, 'REMOTE_INSTALL_INVALID', 'the default export of the entry module is not a function');
}

/**
 * Runs `install(runtime)` and validates its result.
 * @param warn called when the version differs from the installed one
 * @throws RemoteError REMOTE_INSTALL_FAILED, REMOTE_INSTALL_INVALID, REMOTE_MANIFEST_MISMATCH
 */
export async function runInstall(
  install: Install,
  runtime: RemoteRuntime,
  warn: (text: string) => void,
): Promise<RemoteViews> {
  const { code, version } = runtime.app;
  const { manifest, views } = checkResult(code, await call(install, runtime));
  if (manifest.code !== code) {
    throw invalid(
      code,
      'REMOTE_MANIFEST_MISMATCH',
      `the frontend of "${manifest.code}" was returned for "${code}"`,
    );
  }
  if (manifest.version !== version)
    warn(`${code}: version ${version} is installed, but its frontend was built as ${manifest.version}`);
  return views;
}

async function call(install: Install, runtime: RemoteRuntime): Promise<unknown> {
  try {
    return await install(runtime);
  } catch (cause) {
    throw new RemoteError({
      code: 'REMOTE_INSTALL_FAILED',
      stage: 'install',
      app: runtime.app.code,
      message: messageOf(cause),
      cause,
    });
  }
}

function checkResult(app: string, result: unknown): InstallResult {
  const wrong = (what: string) =>
    invalid(app, 'REMOTE_INSTALL_INVALID', `install returned ${what} instead of { manifest, views }`);
  if (!isRecord(result)) throw wrong(kindOf(result));
  const { manifest, views } = result as Partial<InstallResult>;
  if (!isRecord(manifest)) throw wrong(`${kindOf(manifest)} as manifest`);
  if (typeof manifest.code !== 'string') throw wrong('a manifest without a code');
  if (!isRecord(views)) throw wrong(`${kindOf(views)} as views instead of an object of views by key`);
  return { manifest, views };
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kind of a value, as text for messages. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function invalid(app: string, code: RemoteErrorCode, message: string): RemoteError {
  return new RemoteError({ code, stage: 'install', app, message });
}
