import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, publishPackage } from '@platform/cli';
import { trustKey } from '../../scripts/lib/trust-key.ts';
import { startHost, type HostProcess } from '../../scripts/lib/host-process.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { enableLocalStorage } from '../../scripts/lib/enable-local-storage.ts';
import { Announcement } from './announcement.ts';
import { announcedPackages, type E2ePackages } from './packages.ts';

/** The built host that tests see. */
export interface E2ePlatform {
  readonly frontend: string;
  readonly api: string;
  readonly password: string;
  readonly packages: E2ePackages;
}

const password = 'End-to-end-1!';
const announcedData = new Announcement<string>('E2E_DATA');

/**
 * Makes the data directory that every platform starts from: a first start made once, with `hello`
 * and `member` in the market and nothing installed.
 *
 * @returns a function that removes the directory
 */
export async function prepareData(packages: E2ePackages): Promise<() => void> {
  const data = mkdtempSync(join(tmpdir(), 'e2e-data-'));
  const host = await startOn(data);
  const client = new ApiClient(host.ready.api);
  await client.login('admin', password);
  await enableLocalStorage(client);
  for (const file of [packages.hello, packages.member]) await publishPackage(client, file);
  await host.stop();
  announcedData.make(data);
  return () => rmSync(data, { recursive: true, force: true });
}

/**
 * Starts a host of its own on free ports, on a copy of the prepared data.
 *
 * @returns the platform, and a function that stops it and removes its data
 */
export async function startPlatform(): Promise<{ platform: E2ePlatform; stop: () => Promise<void> }> {
  const packages = announcedPackages.read();
  const data = mkdtempSync(join(tmpdir(), 'e2e-'));
  cpSync(announcedData.read(), data, { recursive: true });
  const host = await startOn(data);
  const { api, frontend } = host.ready;
  return {
    platform: { frontend, api, password, packages },
    async stop() {
      await host.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function startOn(data: string): Promise<HostProcess> {
  return startHost({
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
}
