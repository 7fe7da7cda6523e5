import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { ApiClient } from '../../scripts/lib/api-client.ts';
import { buildPackage, buildServer, buildShell, packageOf } from '../../scripts/lib/build.ts';
import { trustKey } from '../../scripts/lib/first-start.ts';
import { startHost, type HostProcess } from '../../scripts/lib/host-process.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { enableLocalStorage, publishPackage } from '../../scripts/lib/publish.ts';
import { repack } from '../../server/test/support/repack.ts';
import { Samples } from '../../server/test/support/samples.ts';
import { announcePlatforms, type E2ePlatform } from './platform.ts';

const password = 'End-to-end-1!';

/** Builds what is not up to date; starts the built host for each worker, on free ports, with `hello` and `member` in its market. */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const samples = await Samples.build();
  await Promise.all([buildShell(), buildServer(), buildPackage('member')]);
  const packages = await packagesOf(samples);
  const hosts = await Promise.all(
    Array.from({ length: workers }, () => startHostOffering([samples.hello, packageOf('member')])),
  );
  announcePlatforms(
    hosts.map(({ ready }) => ({ frontend: ready.frontend, api: ready.api, password, packages })),
  );
  return async () => {
    await Promise.all(hosts.map(({ stop }) => stop()));
    samples.remove();
  };
}

/** A host on a data directory of its own, which goes when it stops. */
async function startHostOffering(files: readonly string[]): Promise<Pick<HostProcess, 'ready' | 'stop'>> {
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
  const api = new ApiClient(host.ready.api);
  await api.login('admin', password);
  await enableLocalStorage(api);
  for (const file of files) await publishPackage(api, file);
  const stop = async (): Promise<number> => {
    const code = await host.stop();
    rmSync(data, { recursive: true, force: true });
    return code;
  };
  return { ready: host.ready, stop };
}

/** Uploads that the tests need besides those in the market. */
async function packagesOf(samples: Samples): Promise<E2ePlatform['packages']> {
  const migration = 'migrations/02-create-hello-seed-data.sql';
  const unsigned = await repack(samples.hello, samples.directory, 'hello-unsigned.zip', {
    after: (files) => void files.delete('signature.txt'),
  });
  const flipped = await repack(samples.hello, samples.directory, 'hello-flipped.zip', {
    after: (files) => {
      const content = Buffer.from(files.get(migration) ?? '');
      const place = content.indexOf('ten minutes');
      content[place] = (content[place] ?? 0) ^ 1;
      files.set(migration, content);
    },
  });
  const { hello110, helloBroken120 } = samples;
  return { hello110, helloBroken120, unsigned, flipped };
}
