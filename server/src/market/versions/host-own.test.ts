import { join } from 'node:path';
import { writeZip, ZipArchive } from '@platform/package-format';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HTTP } from '../../kernel/index.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('what the host has itself', () => {
  const suite = marketSuite();
  const route = {
    method: 'GET',
    url: '/ledger/list',
    auth: 'login',
    summary: 'x',
    handler: () => 1,
  } as const;

  it('is no application: a code that begins a path of the host is refused at upload and in the console', async () => {
    const { host, workshop } = suite;
    const file = await workshop.build({ code: 'ledger' });
    const first = await host.upload(file);
    expect(first.status).toBe(200);
    host.host.services.use(HTTP).routes([route]);
    const refused = await host.upload(file);
    expect(refused).toMatchObject({
      status: 400,
      error: 'MANIFEST_CODE_RESERVED',
      fix: 'Choose another code.',
    });
    expect(refused.msg).toContain('"ledger" is the beginning of a path of the host');
    const { packageUrl, packageSha256 } = first.data;
    expect(await host.call('POST', '/app/version', { packageUrl, packageSha256 })).toMatchObject({
      error: 'MANIFEST_CODE_RESERVED',
    });
    expect(await host.call('POST', '/app/console', { appCode: 'ledger', name: 'Ledger' })).toMatchObject({
      status: 400,
      error: 'APP_CODE_RESERVED',
    });
    const segments = new Set(host.host.services.use(HTTP).routeTable.map(({ url }) => url.split('/')[1]));
    expect(segments.size).toBeGreaterThan(5);
    for (const code of segments) {
      expect(await host.call('POST', '/app/console', { appCode: code, name: 'x' }), code).toMatchObject({
        error: 'APP_CODE_RESERVED',
      });
    }
  });

  it('is in no jar: a library that the host provides is refused at upload', async () => {
    const { host, workshop } = suite;
    const path = 'backend/platform-demo-plugin-1.0.0.jar';
    const built = await ZipArchive.open(await workshop.build());
    const jar = join(host.directory, 'demo.jar');
    const fat = join(host.directory, 'fat.jar');
    await writeFile(jar, await built.read(path));
    await built.close();
    const archive = await ZipArchive.open(jar);
    const entries = await Promise.all(
      archive.entries
        .filter(({ name }) => !name.endsWith('/'))
        .map(async ({ name }) => ({ name, content: await archive.read(name) })),
    );
    await archive.close();
    await writeZip(fat, [...entries, { name: 'lib/kysely.js', content: Buffer.from('exports.x = 1;') }]);
    const refused = await host.upload(await workshop.build({ extra: { [path]: await readFile(fat) } }));
    expect(refused).toMatchObject({ status: 400, error: 'JAR_HOLDS_PROVIDED' });
    expect(refused.msg).toContain('"kysely" is provided by the host');
  });
});
