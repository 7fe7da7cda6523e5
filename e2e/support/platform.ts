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
  /** Its data directory, for what only a fault can do. */
  readonly data: string;
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

/** A host of a test. */
export interface StartedPlatform {
  readonly platform: E2ePlatform;
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>;
  /**
   * Stops it and starts it on the same data.
   *
   * @param meanwhile changes the data directory
   * @returns the same platform on other ports; this one is no more
   */
  restart(meanwhile: (data: string) => void): Promise<StartedPlatform>;
}

/** Further configuration keys. */
export type Settings = Readonly<Record<string, string | number>>;

/**
 * Starts a host of its own on free ports, on a copy of the prepared data.
 *
 * @param settings further configuration keys
 */
export function startPlatform(settings: Settings = {}): Promise<StartedPlatform> {
  const data = mkdtempSync(join(tmpdir(), 'e2e-'));
  cpSync(announcedData.read(), data, { recursive: true });
  return startAgain(data, settings);
}

async function startAgain(data: string, settings: Settings): Promise<StartedPlatform> {
  const host = await startOn(data, settings);
  return {
    platform: platformOf(host, data),
    async stop() {
      await host.stop();
      rmSync(data, { recursive: true, force: true });
    },
    async restart(meanwhile) {
      await host.stop();
      meanwhile(data);
      return startAgain(data, settings);
    },
  };
}

/** As tests see a host. */
export function platformOf({ ready: { api, frontend } }: HostProcess, data: string): E2ePlatform {
  return { frontend, api, password, packages: announcedPackages.read(), data };
}

/** Starts a host on a data directory, on free ports. */
export function startOn(data: string, settings: Settings = {}): Promise<HostProcess> {
  return startHost({
    settings: {
      'server.port': 0,
      'frontend.port': 0,
      'platform.data-dir': data,
      'logging.console': 'off',
      'open-api.rate-limit.max': 1_000_000,
      ...settings,
    },
    env: {
      PLATFORM_ADMIN_PASSWORD: password,
      PLATFORM_CONFIG_DIR: trustKey(data, inRoot('plugins/keys/public.pem')),
    },
  });
}
