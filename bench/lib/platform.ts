import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../../scripts/lib/api-client.ts';
import { buildPackage, buildServer, buildShell, packageOf } from '../../scripts/lib/build.ts';
import { trustKey } from '../../scripts/lib/first-start.ts';
import { startHost, type HostProcess } from '../../scripts/lib/host-process.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { enableLocalStorage, publishPackage } from '../../scripts/lib/publish.ts';

export interface BenchPlatform {
  readonly host: HostProcess;
  readonly api: ApiClient;
  readonly token: string;
  /** Of the published version of `hello`. */
  readonly versionId: number;
  stop(): Promise<void>;
}

/** The built host on a temporary data directory with `hello` installed. */
export async function startPlatform(
  settings: Readonly<Record<string, string | number>> = {},
): Promise<BenchPlatform> {
  await Promise.all([buildShell(), buildServer(), buildPackage('hello')]);
  const data = mkdtempSync(join(tmpdir(), 'bench-'));
  const host = await startHost({
    settings: {
      'server.port': 0,
      'frontend.port': 0,
      'platform.data-dir': data,
      'open-api.rate-limit.max': 1_000_000_000,
      'logging.console': 'off',
      ...settings,
    },
    env: {
      PLATFORM_ADMIN_PASSWORD: 'bench-password-1',
      PLATFORM_CONFIG_DIR: trustKey(data, inRoot('plugins/keys/public.pem')),
    },
  });
  const api = new ApiClient(host.ready.api);
  const token = await api.login('admin', 'bench-password-1');
  await enableLocalStorage(api);
  const { versionId } = await publishPackage(api, packageOf('hello'));
  await api.post('/app/install', { appCode: 'hello' });
  const stop = async (): Promise<void> => {
    await host.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { host, api, token, versionId, stop };
}
