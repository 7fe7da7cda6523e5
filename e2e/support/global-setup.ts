import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../../scripts/lib/api-client.ts';
import { buildPackage, buildServer, buildShell, packageOf } from '../../scripts/lib/build.ts';
import { trustKey } from '../../scripts/lib/first-start.ts';
import { startHost } from '../../scripts/lib/host-process.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { enableLocalStorage, publishPackage } from '../../scripts/lib/publish.ts';
import { repack } from '../../server/test/support/repack.ts';
import { Samples } from '../../server/test/support/samples.ts';
import { announcePlatform, type E2ePlatform } from './platform.ts';

const password = 'End-to-end-1!';

/** Builds what is not up to date, starts the built host on free ports and offers `hello` and `member` in its market. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const samples = await Samples.build();
  await Promise.all([buildShell(), buildServer(), buildPackage('member')]);
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
  for (const file of [samples.hello, packageOf('member')]) await publishPackage(api, file);
  announcePlatform({
    frontend: host.ready.frontend,
    api: host.ready.api,
    password,
    packages: await packagesOf(samples),
  });
  return async () => {
    await host.stop();
    rmSync(data, { recursive: true, force: true });
    samples.remove();
  };
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
