import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, publishPackage } from '@platform/cli';
import { trustKey } from '../../scripts/lib/trust-key.ts';
import { startHost } from '../../scripts/lib/host-process.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { enableLocalStorage } from '../../scripts/lib/enable-local-storage.ts';
import { announcedPackages, type E2ePackages } from './packages.ts';

/** The built host that tests see. */
export interface E2ePlatform {
  readonly frontend: string;
  readonly api: string;
  readonly password: string;
  readonly packages: E2ePackages;
}

const password = 'End-to-end-1!';

/**
 * Starts a host on free ports with `hello` and `member` in its market and nothing installed.
 * @returns it, and what stops it and takes its data away
 */
export async function startPlatform(): Promise<{ platform: E2ePlatform; stop: () => Promise<void> }> {
  const packages = announcedPackages();
  const data = mkdtempSync(join(tmpdir(), 'e2e-'));
  const host = await startHost({
    settings: {
      'server.port': 0,
      'frontend.port': 0,
      'platform.data-dir': data,
      'logging.console': 'off',
      'open-api.rate-limit.max': 1_000_000,
    },
    env: {
      PLATFORM_ADMIN_PASSWORD: password,
      PLATFORM_CONFIG_DIR: trustKey(data, inRoot('plugins/keys/public.pem')),
    },
  });
  const { api, frontend } = host.ready;
  const client = new ApiClient(api);
  await client.login('admin', password);
  await enableLocalStorage(client);
  for (const file of [packages.hello, packages.member]) await publishPackage(client, file);
  return {
    platform: { frontend, api, password, packages },
    async stop() {
      await host.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
