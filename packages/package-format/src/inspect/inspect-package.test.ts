import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  inspectChanged,
  JAR,
  jarOf,
  manifest,
  packageBytes,
  trustedKey,
  type PackageChange,
} from '../testing/package-builder.ts';
import type { RawEntry } from '../testing/raw-zip.ts';
import { inspectPackage } from './inspect-package.ts';

const codesOf = async (change: PackageChange): Promise<string[]> =>
  (await inspectChanged(change)).findings.map(({ code }) => code);

test('a good package has no findings, and everything is known of it', async () => {
  const inspection = await inspectChanged();
  const bytes = packageBytes();
  expect(inspection).toEqual({
    ok: true,
    findings: [],
    manifest,
    manifestJson: JSON.stringify(manifest),
    entries: expect.arrayContaining([
      {
        name: 'app.json',
        size: JSON.stringify(manifest).length,
        sha256: createHash('sha256').update(JSON.stringify(manifest)).digest('hex'),
      },
    ]) as unknown,
    signature: { state: 'signed', keyId: trustedKey.keyId },
    size: bytes.length,
    md5: createHash('md5').update(bytes).digest('hex'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(inspection.entries).toHaveLength(6);
});

describe('signature', () => {
  test('spec: Errors/upload under enforce, unsigned package', async () => {
    const { ok, findings, signature } = await inspectChanged({ sign: false });
    expect([ok, signature.state]).toEqual([false, 'unsigned']);
    expect(findings).toMatchObject([{ code: 'PACKAGE_UNSIGNED', severity: 'error' }]);
    expect(findings[0]!.message).toContain('unsigned');
  });

  test('spec: Errors/upload under enforce, bad signature', async () => {
    const { ok, findings, signature } = await inspectChanged({
      extra: [{ name: 'frontend/more.js', content: '1' }],
    });
    expect([ok, signature.state]).toEqual([false, 'invalid']);
    expect(findings).toMatchObject([{ code: 'PACKAGE_SIGNATURE_INVALID', severity: 'error' }]);
    expect(findings[0]!.message).toBe('Signature verification failed: not covered: frontend/more.js.');
  });

  test('an unknown key is unverifiable, and refused under enforce', async () => {
    const { ok, findings, signature } = await inspectChanged({ options: { trustedKeys: [] } });
    expect([ok, signature.state]).toEqual([false, 'unverifiable']);
    expect(findings[0]).toMatchObject({
      code: 'PACKAGE_SIGNATURE_UNVERIFIABLE',
      message: expect.stringMatching(/signature verification failed/i) as string,
    });
  });

  test('under warn the same are warnings; under off nothing is looked at', async () => {
    for (const change of [{ sign: false }, { extra: [{ name: 'frontend/more.js', content: '1' }] }]) {
      const warned = await inspectChanged({ ...change, options: { mode: 'warn' } });
      expect([warned.ok, warned.findings.map(({ severity }) => severity)]).toEqual([true, ['warning']]);
      const off = await inspectChanged({ ...change, options: { mode: 'off' } });
      expect([off.ok, off.findings]).toEqual([true, []]);
    }
  });

  test('a flipped byte in any entry fails the signature verification', async () => {
    const length = packageBytes().length;
    const before = JSON.stringify((await inspectChanged()).entries);
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        const bytes = (archive: Buffer): Buffer => {
          archive[at] = archive[at]! ^ bits;
          return archive;
        };
        const { ok, entries, findings } = await inspectChanged({ bytes });
        const unsigned = findings.some(({ message }) =>
          /signature verification failed|unsigned/i.test(message),
        );
        // Bytes that say nothing of the content may change (which program made the archive), or make a file
        // something that no package may hold (its attributes).
        const attributes = findings.some(({ code }) => ['ENTRY_SPECIAL', 'ENTRY_LINK'].includes(code));
        if (ok || (attributes && !unsigned)) expect(JSON.stringify(entries)).toBe(before);
        else expect(unsigned).toBe(true);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

const edit =
  (name: string, change: Partial<RawEntry>) =>
  (entries: RawEntry[]): RawEntry[] =>
    entries.map((entry) => (entry.name === name ? { ...entry, ...change } : entry));
const withManifest = (change: Record<string, unknown>): PackageChange => ({ manifest: change });
const withFile = (name: string, content: string | Buffer = 'x'): PackageChange => ({
  files: { [name]: content },
});
const withEntry = (entry: RawEntry): PackageChange => ({ extra: [entry] });
const withJar = (change: Record<string, string | undefined>): PackageChange => ({
  files: { [JAR]: jarOf(change) },
});
const withIndex = (change: object): PackageChange =>
  withJar({
    'META-INF/plugin.json': JSON.stringify({ formatVersion: 1, code: 'hello', version: '1.0.0', ...change }),
  });
const withSql = (sql: string): PackageChange => withFile('migrations/02-more.sql', sql);
const withoutBackend: PackageChange = {
  files: { [JAR]: undefined },
  manifest: { assets: { frontend: 'frontend/index.js' } },
};

const endRecord =
  (change: (record: Buffer) => void) =>
  (archive: Buffer): Buffer => {
    change(archive.subarray(-22));
    return archive;
  };

/** Each code with a package that has it; that a good package has none is the first test's. */
const REFUSED: Array<[code: string, change: PackageChange]> = [
  ['PACKAGE_NOT_ZIP', { options: { fileName: 'hello-1.0.0.rar' } }],
  ['MANIFEST_MISSING', { files: { 'app.json': undefined } }],
  [
    'MANIFEST_TOO_LARGE',
    { files: { 'app.json': JSON.stringify({ ...manifest, description: randomText(2 * 1024 * 1024) }) } },
  ],
  ['MANIFEST_NOT_JSON', withFile('app.json', '{')],
  ['MANIFEST_VERSION_INVALID', withManifest({ version: '1.0' })],
  ['MANIFEST_CODE_RESERVED', { options: { reservedCodes: ['hello'] } }],
  [
    'PACKAGE_WRAPPED',
    { entries: (entries) => entries.map((entry) => ({ ...entry, name: `hello/${String(entry.name)}` })) },
  ],
  ['PACKAGE_CODE_MISMATCH', { options: { expectedCode: 'member' } }],
  [
    'ASSETS_MISSING',
    {
      files: { [JAR]: undefined, 'frontend/index.js': undefined, 'frontend/remote.json': undefined },
      manifest: { assets: {}, menus: [] },
    },
  ],
  ['ENTRY_OUTSIDE_LAYOUT', withFile('README.md')],
  ['ENTRY_EXTENSION_FORBIDDEN', withFile('frontend/setup.exe')],
  ['ENTRY_EXTENSION_FORBIDDEN', withFile('frontend/a.JSP')],
  ['ENTRY_EXTENSION_FORBIDDEN', withFile('frontend/pom.xml')],
  ['FRONTEND_EXTENSION_UNKNOWN', withFile('frontend/a.docx')],
  ['BACKEND_FILE_UNEXPECTED', withFile('backend/readme.md')],
  ['BACKEND_SECOND_JAR', withFile('backend/second.jar')],
  ['BACKEND_JAR_MISSING', { files: { [JAR]: undefined } }],
  ['BACKEND_JAR_UNDECLARED', withManifest({ assets: { frontend: 'frontend/index.js' } })],
  ['MIGRATION_NOT_SQL', withFile('migrations/readme.txt')],
  ['MIGRATION_NESTED', withFile('migrations/more/02.sql')],
  ['MIGRATION_FOREIGN_TABLE', withSql('create table other_item (id int)')],
  ['MIGRATION_FOREIGN_TABLE', withSql('alter table sys_config add column x int')],
  ['MIGRATION_TOUCHES_MENU', withSql('insert into sys_menu (menu_id) values (1)')],
  ['MIGRATION_STATEMENT_REFUSED', withSql('grant all on hello_item to x')],
  ['MIGRATION_AMBIGUOUS', withSql("insert into hello_item values ('\\')")],
  ['ENTRY_NAME_ENCODING', withEntry({ name: Buffer.from([0x66, 0x2f, 0xff]) })],
  ['ENTRY_NAME_CONTROL', withEntry({ name: 'frontend/a\0.js' })],
  ['ENTRY_NAME_BACKSLASH', withEntry({ name: 'frontend\\a.js' })],
  ['ENTRY_NAME_ABSOLUTE', withEntry({ name: '/etc/passwd' })],
  ['ENTRY_NAME_ABSOLUTE', withEntry({ name: 'C:/a.js' })],
  ['ENTRY_NAME_TRAVERSAL', withEntry({ name: 'frontend/../../a.js' })],
  ['ENTRY_NAME_RESERVED', withEntry({ name: 'frontend/con.js' })],
  ['ENTRY_NAME_RESERVED', withEntry({ name: 'frontend/a.js.' })],
  ['ENTRY_NAME_NOT_NFC', withEntry({ name: 'frontend/a\u0308.js' })],
  ['ENTRY_NAME_LENGTH', withEntry({ name: `frontend/${'a'.repeat(300)}.js` })],
  ['ENTRY_DUPLICATE', withEntry({ name: 'app.json', content: '{}' })],
  ['ENTRY_COLLISION', withEntry({ name: 'frontend/INDEX.js' })],
  ['ENTRY_COLLISION', withEntry({ name: 'frontend/index.js/a.js' })],
  ['ENTRY_LINK', withEntry({ name: 'frontend/link.js', content: '/etc/passwd', mode: 0o120777 })],
  ['ENTRY_SPECIAL', withEntry({ name: 'frontend/pipe.js', mode: 0o010644 })],
  ['ENTRY_ENCRYPTED', withEntry({ name: 'frontend/a.js', flags: 0x0801 })],
  ['ENTRY_METHOD', withEntry({ name: 'frontend/a.js', method: 14 })],
  ['ENTRY_DAMAGED', { entries: edit('frontend/index.js', { central: { crc: 1 }, local: { crc: 1 } }) }],
  ['ENTRY_DAMAGED', { entries: edit('frontend/index.js', { central: { size: 5 }, local: { size: 5 } }) }],
  ['ENTRY_DAMAGED', { entries: edit('frontend/index.js', { packed: Buffer.from('not deflated') }) }],
  ['PACKAGE_RATIO', withFile('frontend/zeros.txt', Buffer.alloc(2 * 1024 * 1024))],
  ['PACKAGE_UNPACKED_SIZE', withEntry({ name: 'frontend/a.js', central: { size: 0x7fffffff } })],
  [
    'PACKAGE_TOO_MANY_ENTRIES',
    { extra: Array.from({ length: 20_001 }, (_, at) => ({ name: `frontend/${at}.js`, method: 0 })) },
  ],
  ['CONTENT_EXECUTABLE', withFile('frontend/a.png', Buffer.from('7f454c4602', 'hex'))],
  ['CONTENT_EXECUTABLE', withFile('frontend/a.txt', '#!/bin/sh\n')],
  ['CONTENT_EXECUTABLE', withFile('frontend/a.html', '<p><?php system(1);')],
  ['CONTENT_ARCHIVE', withFile('frontend/a.png', jarOf())],
  ['CONTENT_ARCHIVE', withFile('frontend/a.txt', Buffer.from('1f8b08', 'hex'))],
  [
    'ZIP_HEADERS_DISAGREE',
    { entries: edit('frontend/index.js', { local: { name: Buffer.from('frontend/other.js') } }) },
  ],
  ['ZIP_HEADERS_DISAGREE', { entries: edit('frontend/index.js', { local: { method: 0 } }) }],
  ['ZIP_HEADERS_DISAGREE', { entries: edit('frontend/index.js', { local: { size: 1 } }) }],
  ['ZIP_HEADERS_DISAGREE', { entries: edit('frontend/index.js', { local: { time: 1 } }) }],
  [
    'ZIP_HEADERS_DISAGREE',
    { entries: edit('frontend/index.js', { flags: 0x0808, trailer: Buffer.alloc(12) }) },
  ],
  ['ZIP_LOCAL_HEADER', { bytes: (archive) => Buffer.concat([Buffer.from('XX'), archive.subarray(2)]) }],
  ['ZIP_OVERLAP', { entries: edit('signature.txt', { central: { offset: 5 } }) }],
  ['ZIP_HIDDEN_DATA', { archive: { before: Buffer.from('stub') } }],
  ['ZIP_HIDDEN_DATA', { archive: { gap: Buffer.from('hidden') } }],
  ['ZIP_HIDDEN_DATA', { entries: edit('app.json', { trailer: Buffer.from('hidden') }) }],
  ['ZIP_COMMENT', { archive: { comment: 'hi' } }],
  ['ZIP_DIRECTORY_DAMAGED', { archive: { count: 3 } }],
  ['ZIP_DIRECTORY_TOO_LARGE', { bytes: endRecord((record) => record.writeUInt32LE(0x7fffffff, 12)) }],
  ['ZIP_MULTI_DISK', { bytes: endRecord((record) => record.writeUInt16LE(1, 4)) }],
  ['MIGRATION_TOO_LONG', withSql(`-- ${randomText(9 * 1024 * 1024)}`)],
  ['ZIP_END_MISSING', { archive: { after: Buffer.from('more') } }],
  ['ZIP_END_MISSING', { bytes: () => Buffer.from('no archive') }],
  ['ZIP64_DISHONEST', { entries: edit('frontend/index.js', { central: { size: 0xffffffff } }) }],
  ['FRONTEND_UNDECLARED', withManifest({ assets: { backend: JAR }, menus: [] })],
  ['FRONTEND_ENTRY_MISSING', { files: { 'frontend/index.js': undefined } }],
  ['FRONTEND_ENTRY_INVALID', withFile('frontend/index.js', 'export {')],
  ['FRONTEND_ENTRY_EXPORTS', withFile('frontend/index.js', 'export const other = 1;')],
  ['FRONTEND_DESCRIPTION_INVALID', withFile('frontend/remote.json', '{}')],
  ['FRONTEND_CODE_MISMATCH', withFile('frontend/remote.json', '{"code":"other","views":["list"]}')],
  ['VIEW_KEY_MISSING', withFile('frontend/remote.json', '{"code":"hello","views":["other"]}')],
  ['JAR_UNREADABLE', withFile(JAR, 'no jar')],
  ['JAR_INDEX_INVALID', withJar({ 'META-INF/plugin.json': undefined })],
  ['JAR_INDEX_INVALID', withJar({ 'META-INF/plugin.json': '{}' })],
  [
    'JAR_MISMATCH',
    withJar({ 'META-INF/plugin.json': '{"formatVersion":1,"code":"hello","version":"2.0.0"}' }),
  ],
  ['JAR_PERMISSIONS_DIFFER', withManifest({ permissions: ['network'] })],
  ['JAR_PERMISSIONS_DIFFER', withIndex({ permissions: { network: ['a.example'] } })],
  [
    'JAR_PERMISSION_MISSING',
    withIndex({ modules: [{ source: 'src/a.ts', requires: ['node:fs/promises'] }] }),
  ],
  ['JAR_PERMISSION_MISSING', withIndex({ modules: [{ source: 'src/a.ts', requires: ['https'] }] })],
  ['JAR_IMPORT_FORBIDDEN', withIndex({ modules: [{ source: 'src/a.ts', requires: ['node:vm'] }] })],
  ['JAR_HOLDS_PLATFORM', withJar({ 'lib/@platform/plugin-sdk/core.js': '' })],
  [
    'JAR_HOLDS_PROVIDED',
    { ...withJar({ 'lib/typebox.js': '' }), options: { providedPackages: ['typebox'] } },
  ],
  ['JAR_HOLDS_PROVIDED', { ...withJar({ 'lib/@a/b/deep.js': '' }), options: { providedPackages: ['@a/b'] } }],
  ['JAR_FOREIGN_CLASS', withJar({ 'cn/platform/member/index.js': '' })],
  ['JAR_ENTRY_UNEXPECTED', withJar({ 'evil.txt': '' })],
  ['MAPPER_NAMESPACE', withJar({ 'mapper/hello/A.xml': '<mapper namespace="cn.platform.member.A"/>' })],
  [
    'MAPPER_SUBSTITUTION',
    withJar({
      'mapper/hello/A.xml': '<mapper namespace="cn.platform.hello.A"><select id="a">${x}</select></mapper>',
    }),
  ],
];

describe('refused, each with its own code and a fix (spec: M1, D1, D4; Package layout; Errors/platform class compiled into a plugin)', () => {
  test.each(REFUSED)('%s', async (code, change) => {
    const { ok, findings } = await inspectChanged(change);
    expect(ok).toBe(false);
    const found = findings.find((finding) => finding.code === code);
    expect(found, `found ${findings.map((finding) => finding.code).join(', ')}`).toBeDefined();
    expect(found!.severity).toBe('error');
    expect(found!.fix).not.toBe('');
  });
});

const WARNED: Array<[code: string, change: PackageChange]> = [
  ['PACKAGE_NAME_MISMATCH', { options: { fileName: 'download.zip' } }],
  ['FRONTEND_DESCRIPTION_MISSING', { files: { 'frontend/remote.json': undefined } }],
  [
    'FRONTEND_VERSION_MISMATCH',
    withFile('frontend/remote.json', '{"code":"hello","version":"0.9.0","views":["list"]}'),
  ],
  ['ICON_MISSING', withManifest({ icon: 'frontend/logo.svg' })],
  ['ASSET_FRONTEND_FOLDER', withManifest({ assets: { backend: JAR, frontend: 'index.js' } })],
  ['MIGRATION_READS_FOREIGN_TABLE', withSql('insert into hello_item select id from member_member')],
  [
    'MAPPER_UNSAFE',
    withJar({
      'mapper/hello/A.xml':
        '<mapper namespace="cn.platform.hello.A"><select id="a" unsafe="true">${x}</select></mapper>',
    }),
  ],
  [
    'MAPPER_TENANT_IGNORED',
    withJar({
      'mapper/hello/A.xml':
        '<mapper namespace="cn.platform.hello.A"><select id="a" tenant="ignore">x</select></mapper>',
    }),
  ],
];

describe('warned about', () => {
  test.each(WARNED)('%s', async (code, change) => {
    const { ok, findings } = await inspectChanged(change);
    expect(findings.map((finding) => [finding.code, finding.severity])).toEqual([[code, 'warning']]);
    expect(ok).toBe(true);
  });
});

describe('allowed', () => {
  const allowed: Array<[what: string, change: PackageChange]> = [
    ['a frontend-only application', withoutBackend],
    [
      'a backend without frontend',
      {
        manifest: { assets: { backend: JAR }, menus: [] },
        files: { 'frontend/index.js': undefined, 'frontend/remote.json': undefined },
      },
    ],
    ['no migrations', { files: { 'migrations/01-create-hello-tables.sql': undefined } }],
    [
      'site configuration and dictionaries',
      withSql(
        "insert into sys_config (config_key) select 'hello.x' where not exists (select 1 from sys_config); delete from sys_dict_data",
      ),
    ],
    [
      'folders as entries',
      { entries: (entries) => [{ name: 'frontend/', mode: 0o040755, method: 0 }, ...entries] },
    ],
    [
      'a mapper and a bundled library',
      withJar({
        'mapper/hello/A.xml':
          '<mapper namespace="cn.platform.hello.mapper.A"><select id="a">#{x}</select></mapper>',
        'lib/dayjs.js': '',
      }),
    ],
    ['an entry that exports install', withFile('frontend/index.js', 'export function install() {}')],
  ];
  test.each(allowed)('%s', async (_what, change) => {
    expect(await codesOf(change)).toEqual([]);
  });
});

test('spec: Limits/manifest read limit: a large manifest is called so, even when it compresses like a bomb', async () => {
  const large = JSON.stringify({ ...manifest, description: 'x'.repeat(2 * 1024 * 1024) });
  const { findings } = await inspectChanged({ files: { 'app.json': large } });
  expect(findings[0]?.code).toBe('MANIFEST_TOO_LARGE');
});

test('all findings at once, errors first', async () => {
  const codes = await codesOf({
    files: {
      'frontend/a.exe': 'x',
      'backend/b.jar': 'x',
      'migrations/c.txt': 'x',
      'frontend/remote.json': undefined,
    },
    manifest: { extra: 1 },
  });
  expect(codes).toEqual(
    [
      'BACKEND_SECOND_JAR',
      'ENTRY_EXTENSION_FORBIDDEN',
      'FRONTEND_DESCRIPTION_MISSING',
      'MANIFEST_FIELD_UNKNOWN',
      'MIGRATION_NOT_SQL',
    ].sort((a, b) => codes.indexOf(a) - codes.indexOf(b)),
  );
  expect(codes.slice(0, 3).toSorted()).toEqual([
    'BACKEND_SECOND_JAR',
    'ENTRY_EXTENSION_FORBIDDEN',
    'MIGRATION_NOT_SQL',
  ]);
});

test('spec: Limits/package size: over 200 MB is refused unread', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-'));
  const file = join(folder, 'hello-1.0.0.zip');
  const handle = await open(file, 'w');
  await handle.truncate(200 * 1024 * 1024 + 1);
  await handle.close();
  const inspection = await inspectPackage(file, { mode: 'enforce', trustedKeys: [] });
  expect(inspection).toMatchObject({ ok: false, sha256: '', findings: [{ code: 'PACKAGE_TOO_LARGE' }] });
  await rm(folder, { recursive: true });
});

test('nothing is left in the temporary folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inspector-'));
  vi.stubEnv('TMPDIR', folder);
  await inspectChanged();
  await inspectChanged({ bytes: () => Buffer.alloc(0) });
  expect(await readdir(folder)).toEqual([]);
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('no bytes make the inspector throw', async () => {
  const good = packageBytes();
  const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(good.length), async (changes, cut) => {
      const bytes = (archive: Buffer): Buffer => {
        for (const [at, value] of changes) archive[at] = value;
        return changes.length > 3 ? archive.subarray(0, cut) : archive;
      };
      expect((await inspectChanged({ bytes })).findings).toBeDefined();
    }),
    { numRuns: 150 },
  );
}, 60_000);

function randomText(length: number): string {
  return Array.from({ length: length / 64 }, () =>
    createHash('sha256').update(String(Math.random())).digest('hex'),
  ).join('');
}

test('permissions that are asked for are named, and imports that they cover pass (design 9.7-41)', async () => {
  const permissions = { network: ['api.example.com'], files: true };
  const { ok, findings } = await inspectChanged({
    ...withIndex({
      permissions,
      modules: [{ source: 'src/a.ts', requires: ['node:fs', 'node:https', 'path'] }],
    }),
    manifest: { permissions },
  });
  expect(ok).toBe(true);
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'PERMISSIONS_ASKED',
      severity: 'warning',
      message: '/permissions: the application asks for network (api.example.com), files.',
    }),
  );
});
