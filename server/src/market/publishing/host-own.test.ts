import { join } from 'node:path';
import { isReserved, RESERVED_NAMES, writeZip, ZipArchive } from '@platform/package-format';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { SERVED_PREFIXES } from '../../gateway/frontend-app.ts';
import { HTTP } from '../../kernel/index.ts';
import { hostMenus } from '../../system/initial-data/host-menus.ts';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('names of the host', () => {
  const suite = marketSuite();
  const route = {
    method: 'GET',
    url: '/ledger/list',
    auth: 'login',
    summary: 'x',
    handler: () => 1,
  } as const;

  it('are refused as application codes at upload and in the console', async () => {
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
    expect(refused.msg).toContain('"ledger" is the first segment of a path of the host');
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

  it('findings: applications 1: its paths, menus and folders are known to the packager', () => {
    const segments = suite.host.host.services.use(HTTP).routeTable.map(({ url }) => url.split('/')[1] ?? '');
    const menus = hostMenus
      .filter(({ parentKey }) => parentKey === null)
      .map(({ path = '' }) => path.slice(1));
    const taken = [...segments, ...menus, ...SERVED_PREFIXES].filter(
      (name) => name !== '' && !name.startsWith(':'),
    );
    expect(taken).toEqual(expect.arrayContaining(['app', 'market', '_shell', 'upload']));
    expect(taken.filter((name) => !isReserved(name, RESERVED_NAMES))).toEqual([]);
  });

  it('design 16-22: an installed application keeps a path that was reserved later', async () => {
    const { host, workshop } = suite;
    const menus = [{ key: 'demo:ledger', type: 'M', name: 'Ledger', path: 'ledgers' }];
    await host.publish(await workshop.build({ frontend: null, manifest: { menus } }));
    ok(await host.call('POST', '/app/install', { appCode: 'demo' }));
    await host.publish(await workshop.build({ version: '1.1.0', frontend: null, manifest: { menus } }));
    host.host.services.use(HTTP).routes([{ ...route, url: '/ledgers/list' }]);
    ok(await host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    const next = await workshop.build({ version: '1.2.0', frontend: null, manifest: { menus } });
    expect(await host.upload(next)).toMatchObject({ status: 400, error: 'MENU_PATH_RESERVED' });
  });

  it('libraries of the host are refused in a jar', async () => {
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
    expect(refused.msg).toContain('The host provides "kysely"');
  });
});
