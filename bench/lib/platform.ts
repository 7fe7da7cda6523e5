import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, publishPackage } from '@platform/cli';
import { browserSession, type BrowserSession } from '../../scripts/lib/browser-session.ts';
import { buildPackage, buildServer, buildShell, makeSigningKey, packageOf } from '../../scripts/lib/build.ts';
import { trustKey } from '../../scripts/lib/trust-key.ts';
import { startHost, type HostProcess } from '../../scripts/lib/host-process.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { enableLocalStorage } from '../../scripts/lib/enable-local-storage.ts';

const PASSWORD = 'bench-password-1';

export interface BenchPlatform {
  readonly host: HostProcess;
  readonly api: ApiClient;
  readonly token: string;
  /** Id of the installed version. */
  readonly versionId: number;
  stop(): Promise<void>;
}

/** The data directory of one platform, and the way to start its host. */
export interface BenchData {
  readonly directory: string;
  start(
    settings?: Readonly<Record<string, string | number>>,
    env?: Readonly<Record<string, string>>,
  ): Promise<HostProcess>;
  remove(): void;
}

/** A temporary data directory for the built host. */
export async function createData(): Promise<BenchData> {
  await makeSigningKey();
  await Promise.all([buildShell(), buildServer()]);
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = {
    PLATFORM_ADMIN_PASSWORD: PASSWORD,
    PLATFORM_CONFIG_DIR: trustKey(directory, inRoot('plugins/keys/public.pem')),
  };
  return {
    directory,
    start: (settings = {}, moreEnv = {}) =>
      startHost({
        settings: {
          'server.port': 0,
          'frontend.port': 0,
          'platform.data-dir': directory,
          'open-api.rate-limit.max': 1_000_000_000,
          'logging.console': 'off',
          ...settings,
        },
        env: { ...env, ...moreEnv },
      }),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Logs in as the administrator, or as someone with the same password. */
export async function logIn(
  { ready }: HostProcess,
  userName = 'admin',
): Promise<{ api: ApiClient; token: string }> {
  const api = new ApiClient(ready.api);
  const token = await api.login(userName, PASSWORD);
  return { api, token };
}

/**
 * Logs in as the administrator in a browser, or as someone with the same password.
 *
 * @param frontend address of the shell
 */
export function logInBrowser(frontend: string, username = 'admin'): Promise<BrowserSession> {
  return browserSession(frontend, { username, password: PASSWORD });
}

/** Publishes and installs packages. @returns the version of each, in order */
export async function install(api: ApiClient, packages: readonly string[]): Promise<number[]> {
  await enableLocalStorage(api);
  const versions: number[] = [];
  for (const file of packages) {
    const { appCode, versionId } = await publishPackage(api, file);
    await api.post('/app/install', { appCode });
    versions.push(versionId);
  }
  return versions;
}

/**
 * The built host on a temporary data directory with one application installed.
 *
 * @param file the application's package; `hello` by default
 * @param env further environment of the host
 */
export async function startPlatform(
  settings: Readonly<Record<string, string | number>> = {},
  file?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchPlatform> {
  if (file === undefined) await buildPackage('hello');
  const data = await createData();
  const host = await data.start(settings, env);
  const { api, token } = await logIn(host);
  const [versionId = 0] = await install(api, [file ?? packageOf('hello')]);
  const stop = async (): Promise<void> => {
    await host.stop();
    data.remove();
  };
  return { host, api, token, versionId, stop };
}
