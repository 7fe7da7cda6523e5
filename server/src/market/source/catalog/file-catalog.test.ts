import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoScripts } from '../../testing/market-suite.ts';
import { testConfig } from '../../../kernel/testing/config.ts';
import { PackageWorkshop } from '../../testing/test-packages.ts';
import { PackageInspector } from '../../packages/package-inspector.ts';
import { FileCatalog } from './file-catalog.ts';

const content = Buffer.from('a package');
const sha256 = createHash('sha256').update(content).digest('hex');
const version = (file: string) => ({
  ...{ version: '1.0.0', status: 1, releaseTime: null, releaseNotes: null, deprecateReason: null },
  ...{ packageSize: content.length, packageMd5: '', packageSha256: sha256, signatureState: 'signed' },
  ...{ signerKeyId: null, manifestJson: '{}', file },
});
const indexOf = (file: string) => ({
  formatVersion: 1,
  exportedAt: '2026-01-01T00:00:00.000Z',
  apps: [
    {
      ...{ appCode: 'demo', name: 'Demo', description: null, icon: null, category: null, author: null },
      ...{ homepage: null, latestVersion: '1.0.0', signatureState: 'signed', platform: null },
      dependencies: {},
      versions: [version(file)],
    },
  ],
});

describe('a catalog in a folder', () => {
  let folder: string;
  let catalog: FileCatalog;
  const looked: string[] = [];
  const inspector = new PackageInspector(testConfig()['app-market'].security, {
    reservedNames: () => [],
    providedPackages: [],
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-catalog-'));
    await mkdir(join(folder, 'catalog/packages'), { recursive: true });
    catalog = new FileCatalog(join(folder, 'catalog'), {
      read: (path) => {
        looked.push(path);
        return inspector.read(path);
      },
    });
    looked.length = 0;
    await writeFile(join(folder, 'catalog/packages/demo.zip'), content);
    await writeFile(join(folder, 'outside.zip'), content);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = (index: unknown) =>
    writeFile(join(folder, 'catalog/index.json'), typeof index === 'string' ? index : JSON.stringify(index));
  const target = () => join(folder, 'target.zip');
  const copy = () =>
    catalog.package({ appCode: 'demo', version: '1.0.0', size: content.length, sha256 }, target(), {
      log: () => undefined,
      progress: () => Promise.resolve(),
    });

  it('is read again each time and copied whole', async () => {
    await expect(catalog.apps()).rejects.toMatchObject({ code: 'CATALOG_FOLDER_INVALID' });
    await write(indexOf('packages/demo.zip'));
    expect(await catalog.app('demo')).toMatchObject({ name: 'Demo' });
    await copy();
    expect((await readFile(target())).equals(content)).toBe(true);
    await expect(catalog.app('other')).rejects.toMatchObject({ code: 'APP_NOT_FOUND' });
  });

  it('inspects its packages in place for plans, one after the other (design 4.5; findings: code A)', async () => {
    const workshop = await PackageWorkshop.open();
    const file = await workshop.build({ migrations: demoScripts });
    const bytes = await readFile(file);
    await workshop.close();
    const index = indexOf('packages/demo.zip');
    const named = {
      packageSize: bytes.length,
      packageSha256: createHash('sha256').update(bytes).digest('hex'),
    };
    Object.assign(index.apps[0]!.versions[0]!, named);
    await write(index);
    await writeFile(join(folder, 'catalog/packages/demo.zip'), bytes);
    const held = await catalog.content('demo', '1.0.0');
    expect(looked).toEqual([join(folder, 'catalog/packages/demo.zip')]);
    expect(held?.scripts.map(({ name }) => name)).toEqual(Object.keys(demoScripts));
    expect(held?.files.map(({ name }) => name)).toContain('app.json');
    expect(held?.signature).toContain('demo');
    await expect(catalog.content('demo', '2.0.0')).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(join(folder, 'catalog/packages/demo.zip'), bytes);
    expect(await catalog.content('demo', '1.0.0')).toBeUndefined();
    await rm(join(folder, 'catalog/packages/demo.zip'));
    await expect(catalog.content('demo', '1.0.0')).rejects.toMatchObject({ code: 'CATALOG_FOLDER_INVALID' });
  });

  it.each(['../outside.zip', '/etc/passwd', 'packages/../../outside.zip', '.'])(
    'stays inside its folder: %s',
    async (file) => {
      await write(indexOf(file));
      await expect(copy()).rejects.toMatchObject({ code: 'CATALOG_FOLDER_INVALID' });
    },
  );

  it.each([
    ['no json', 'CATALOG_FOLDER_INVALID'],
    ['{"formatVersion":2,"apps":[]}', 'CATALOG_ANSWER_INVALID'],
    ['{"apps":{}}', 'CATALOG_ANSWER_INVALID'],
  ])('explains an invalid index: %s', async (text, code) => {
    await write(text);
    await expect(catalog.apps()).rejects.toMatchObject({ code });
  });

  it('refuses a package that differs from the index', async () => {
    await write(indexOf('packages/demo.zip'));
    await writeFile(join(folder, 'catalog/packages/demo.zip'), 'b package');
    await expect(copy()).rejects.toMatchObject({ code: 'CATALOG_PACKAGE_MISMATCH' });
    await writeFile(join(folder, 'catalog/packages/demo.zip'), 'a longer package');
    await expect(copy()).rejects.toMatchObject({ code: 'CATALOG_PACKAGE_MISMATCH' });
    await rm(join(folder, 'catalog/packages/demo.zip'));
    await expect(copy()).rejects.toMatchObject({ code: 'CATALOG_FOLDER_INVALID' });
  });
});
