import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import type { PackageSpec } from '../testing/test-packages.ts';

const frontend = { 'index.js': 'const get = () => {}; const init = () => {}; export { get, init };' };
const bad: ReadonlyArray<readonly [string, PackageSpec, string, RegExp]> = [
  ['spec: Errors/upload under enforce, unsigned package', { signed: false }, 'PACKAGE_UNSIGNED', /unsigned/],
  [
    'spec: Errors/upload under enforce, bad signature',
    { tampered: { 'frontend/index.js': 'const get = 1; const init = 2; export { get, init };' } },
    'PACKAGE_SIGNATURE_INVALID',
    /signature verification failed/i,
  ],
  [
    'spec: Errors/version not of x.y.z form',
    { manifest: { version: '1.0' } },
    'MANIFEST_VERSION_INVALID',
    /1\.0/,
  ],
  [
    'spec: Errors/package not ending .zip: disallowed entries, .exe in frontend',
    { frontend: { ...frontend, 'a.exe': 'MZ' } },
    '',
    /a\.exe/,
  ],
  [
    'spec: Errors/package not ending .zip: disallowed entries, a second jar',
    { extra: { 'backend/other.jar': 'PK' } },
    '',
    /other\.jar/,
  ],
  [
    'spec: Errors/package not ending .zip: manifest over limit',
    { manifest: { description: 'x'.repeat(2_000_000) } },
    '',
    /manifest|app\.json/i,
  ],
  ['reserved code', { code: 'system' }, 'MANIFEST_CODE_RESERVED', /host/],
];

describe('uploading a package', () => {
  const suite = marketSuite();
  const stored = () => suite.host.rows((query) => query.selectFrom('sys_oss').select('oss_id').execute());

  it('spec: Endpoints/POST /app/package/parse', async () => {
    const file = await suite.workshop.build({ migrations: demoScripts });
    const parsed = ok(await suite.host.upload(file));
    expect(parsed).toMatchObject({
      appCode: 'demo',
      version: '1.0.0',
      name: 'App demo',
      findings: [],
      signature: { state: 'signed' },
    });
    expect(parsed['packageMd5']).toMatch(/^[0-9a-f]{32}$/);
    expect(parsed['packageSha256']).toMatch(/^[0-9a-f]{64}$/);
    expect(parsed['securityNote']).toContain('Signed by the trusted key');
    expect(JSON.parse(parsed['manifestJson'] as string)).toMatchObject({ code: 'demo' });
    expect(await stored()).toHaveLength(1);
  });

  it('accepts a package of several megabytes as a stream', async () => {
    const large = randomBytes(4_000_000).toString('hex');
    const file = await suite.workshop.build({
      extra: { 'frontend/assets/large.12345678.js': `export default '${large}';` },
    });
    const parsed = ok(await suite.host.upload(file));
    expect(parsed['packageSize']).toBe((await readFile(file)).length);
    expect(parsed['packageSha256']).toBe(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    );
  });

  it.each(bad)('%s', async (_title, spec, code, message) => {
    const before = await suite.disk();
    const refused = await suite.host.upload(await suite.workshop.build(spec));
    expect(refused.status).toBe(400);
    if (code) expect(refused.error).toBe(code);
    expect(refused.msg).toMatch(message);
    expect(refused.fix).toBeTruthy();
    expect(refused.details).toContainEqual(
      expect.objectContaining({ severity: 'error', code: refused.error }),
    );
    expect(await suite.disk()).toEqual(before);
    expect(await stored()).toEqual([]);
    expect((await suite.host.call('GET', '/app/console/list')).total).toBe(0);
  });

  it('spec: Errors/package not ending .zip', async () => {
    const file = await suite.workshop.build();
    expect(await suite.host.upload(file, 'demo.rar')).toMatchObject({
      status: 400,
      error: 'PACKAGE_NOT_ZIP',
    });
  });

  it('refuses a file that is not an archive', async () => {
    const junk = join(suite.host.directory, 'junk.zip');
    await writeFile(junk, 'this is not an archive');
    expect((await suite.host.upload(junk)).status).toBe(400);
  });

  it('compares the code with the listing of the upload', async () => {
    const { appId } = await suite.host.save(await suite.workshop.build());
    const form = new FormData();
    const other = await suite.workshop.build({ code: 'other' });
    form.set('appId', String(appId));
    form.set('file', new Blob([await readFile(other)]), 'other-1.0.0.zip');
    expect(await suite.host.call('POST', '/app/package/parse', form)).toMatchObject({
      status: 400,
      error: 'PACKAGE_CODE_MISMATCH',
    });
  });

  it('requires a file', async () => {
    const form = new FormData();
    form.set('note', 'none');
    expect(await suite.host.call('POST', '/app/package/parse', form)).toMatchObject({
      error: 'PACKAGE_FILE_MISSING',
    });
  });

  it('saves only uploaded packages, and each once', async () => {
    const { packageUrl, packageSha256 } = ok(await suite.host.upload(await suite.workshop.build()));
    const save = (body: Record<string, unknown>) => suite.host.call('POST', '/app/version', body);
    const wrong = 'f'.repeat(64);
    expect(await save({ packageUrl, packageSha256: wrong })).toMatchObject({ error: 'PACKAGE_CHECKSUM' });
    expect(await save({ packageUrl: 'oss://12345', packageSha256 })).toMatchObject({
      error: 'PACKAGE_MISSING',
    });
    expect(await save({ packageUrl: 'file:///etc/passwd', packageSha256 })).toMatchObject({
      error: 'PACKAGE_MISSING',
    });
    const saved = ok(await save({ packageUrl, packageSha256, releaseNotes: 'First.' }));
    expect(saved).toMatchObject({ status: 0, releaseNotes: 'First.', publisher: 'admin' });
    expect(await save({ packageUrl, packageSha256 })).toMatchObject({ status: 409, error: 'VERSION_EXISTS' });
    ok(await suite.host.call('DELETE', `/app/version/${String(saved['versionId'])}`));
    expect(await readdir(join(suite.host.directory, 'temp'))).toEqual([]);
    expect(await stored()).toEqual([]);
  });
});

describe('uploading a package under warn', () => {
  const suite = marketSuite(['--app-market.security.mode=warn']);

  it('spec: Authentication 7, accepts an unsigned package with a warning', async () => {
    const parsed = ok(await suite.host.upload(await suite.workshop.build({ signed: false })));
    expect(parsed).toMatchObject({
      securityNote: 'The package is unsigned.',
      signature: { state: 'unsigned' },
    });
    expect(parsed['findings']).toContainEqual(
      expect.objectContaining({ code: 'PACKAGE_UNSIGNED', severity: 'warning' }),
    );
  });
});
