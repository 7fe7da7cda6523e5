import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  inspectChanged,
  JAR,
  manifest,
  packageBytes,
  trustedKey,
  type PackageChange,
} from '../testing/package-builder.ts';
import { isLongRun } from '../testing/long-tests.ts';
import { withFile, withJar } from '../testing/corpus/hostile-package.ts';
import { inspectPackage } from './inspect-package.ts';
import { LIMITS } from './limits.ts';

/** Damaged packages of each property; one inspection takes tens of milliseconds. */
const RUNS = isLongRun ? 500 : 40;

const codesOf = async (change: PackageChange): Promise<string[]> =>
  (await inspectChanged(change)).findings.map(({ code }) => code);

test('reports a good package without findings and with all facts', async () => {
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

test('says of a file that is no archive just this, and not what it lacks of a package', async () => {
  const { ok, findings, signature, size, sha256 } = await inspectChanged({
    bytes: () => Buffer.from('a letter'),
  });
  expect([ok, signature.state, size]).toEqual([false, 'unverifiable', 8]);
  expect(sha256).toMatch(/^[\da-f]{64}$/);
  expect(findings).toMatchObject([{ code: 'ZIP_END_MISSING', message: 'The file is no zip archive.' }]);
});

test('names the damage first where it hides all entries', async () => {
  const { findings } = await inspectChanged({ bytes: (archive) => archive.subarray(0, -1) });
  expect(findings[0]).toMatchObject({ code: 'ZIP_END_MISSING' });
});

describe('signature', () => {
  test.each<[string, PackageChange, string]>([
    ['none, and hidden data', { sign: false, archive: { gap: Buffer.from('x') } }, 'unsigned'],
    ['a good one, and hidden data', { archive: { gap: Buffer.from('x') } }, 'invalid'],
    ['one that is too long', { signature: () => randomBytes(LIMITS.signatureSize + 1) }, 'invalid'],
    ['none, in mode off', { sign: false, options: { mode: 'off' } }, 'unsigned'],
    ['one that nobody checks', { options: { mode: 'off' } }, 'unverifiable'],
  ])('%s', async (_what, change, state) => {
    expect((await inspectChanged(change)).signature.state).toBe(state);
  });

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

  test('refuses an unknown key under enforce as unverifiable', async () => {
    const { ok, findings, signature } = await inspectChanged({ options: { trustedKeys: [] } });
    expect([ok, signature.state]).toEqual([false, 'unverifiable']);
    expect(findings[0]).toMatchObject({
      code: 'PACKAGE_SIGNATURE_UNVERIFIABLE',
      message: expect.stringMatching(/signature verification failed/i) as string,
    });
  });

  test('warns of the same under warn and ignores it under off', async () => {
    for (const change of [{ sign: false }, { extra: [{ name: 'frontend/more.js', content: '1' }] }]) {
      const warned = await inspectChanged({ ...change, options: { mode: 'warn' } });
      expect([warned.ok, warned.findings.map(({ severity }) => severity)]).toEqual([true, ['warning']]);
      const off = await inspectChanged({ ...change, options: { mode: 'off' } });
      expect([off.ok, off.findings]).toEqual([true, []]);
    }
  });

  test('fails the verification for a flipped byte in any entry', async () => {
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
        // A change of these bytes may keep the content (the program that made the archive) or make
        // a file inadmissible (its attributes).
        const attributes = findings.some(({ code }) => ['ENTRY_SPECIAL', 'ENTRY_LINK'].includes(code));
        if (ok || (attributes && !unsigned)) expect(JSON.stringify(entries)).toBe(before);
        else expect(unsigned).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

const withManifest = (change: Record<string, unknown>): PackageChange => ({ manifest: change });
const withIndex = (change: object): PackageChange =>
  withJar({
    'META-INF/plugin.json': JSON.stringify({ formatVersion: 1, code: 'hello', version: '1.0.0', ...change }),
  });
const withSql = (sql: string): PackageChange => withFile('migrations/02-more.sql', sql);
const withoutBackend: PackageChange = {
  files: { [JAR]: undefined },
  manifest: { assets: { frontend: 'frontend/index.js' } },
};

test.each([
  ['PACKAGE_CODE_MISMATCH', { expectedCode: 'member' }],
  ['MANIFEST_CODE_RESERVED', { reservedNames: ['hello'] }],
  ['JAR_HOLDS_PROVIDED', { providedPackages: ['@a/b'] }],
])(
  '%s, with the facts of the host (spec: Endpoints/POST /app/package/parse; design 9.5-29; D4)',
  async (code, options) => {
    const { ok, findings } = await inspectChanged({ ...withJar({ 'lib/@a/b/deep.js': '' }), options });
    expect([ok, findings.map((finding) => finding.code)]).toEqual([false, [code]]);
  },
);

const WARNED: Array<[code: string, change: PackageChange]> = [
  ['PACKAGE_NAME_MISMATCH', { options: { fileName: 'download.zip' } }],
  ['FRONTEND_DESCRIPTION_MISSING', { files: { 'frontend/remote.json': undefined } }],
  [
    'FRONTEND_VERSION_MISMATCH',
    withFile('frontend/remote.json', '{"code":"hello","version":"0.9.0","views":["list"]}'),
  ],
  ['ICON_MISSING', withManifest({ icon: 'frontend/logo.svg' })],
  ['ASSET_FRONTEND_FOLDER', withManifest({ assets: { backend: JAR, frontend: 'index.js' } })],
  ['MIGRATION_READS_FOREIGN_TABLE', withSql('select id from member_member')],
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

describe('warnings', () => {
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
        "insert into sys_config (config_key) select 'hello.x' where not exists (select 1 from sys_config); delete from sys_dict_data where dict_type = 'hello_status'",
      ),
    ],
    [
      'rows of its own, changed and removed by their key',
      withSql(
        [
          "insert into sys_config (config_id, config_key, config_category) values (1, 'hello.a', 'hello'), (2, 'hello.b', 'hello.private')",
          "update sys_config c set config_value = 'x' where c.config_key like 'hello.%' and c.config_value = 'y'",
          "delete from sys_config where config_category = 'hello' and config_key in ('hello.a', 'hello.b')",
          "insert into sys_config (config_id, config_key) select 1, 'hello.x' as k union all select 2, 'hello.y'",
        ].join(';\r\n'),
      ),
    ],
    [
      'objects of its own, whatever they are called',
      withSql(
        'create index if not exists ix on hello_item (id); drop index if exists ix; create view hello_v as select * from hello_item; alter table hello_item rename column owner to owned_by',
      ),
    ],
    [
      'words of server pages in scripts and texts, and letters of every script in names',
      {
        files: {
          'frontend/highlight.js': 'export default { begin: "<?php", end: "?>", short: "<?=", page: "<%@" };',
          'frontend/doc.json': JSON.stringify({ code: '<?php\necho 1;' }),
          'frontend/\u{1f468}\u200d\u{1f469}.txt': 'x',
          'frontend/\u0645\u06cc\u200c\u062e.txt': 'x',
          'migrations/02-text.sql': "insert into hello_item (title) values ('<?php echo 1;')",
        },
      },
    ],
    [
      'a picture as editors save it',
      withFile(
        'frontend/a.svg',
        '<?xml version="1.0"?><!-- <script> --><svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:red}</style><desc>on = off</desc><foreignObject><p/></foreignObject></svg>',
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
    ['an entry whose default export is install', withFile('frontend/index.js', 'export default () => {}')],
    ['an entry that passes exports on', withFile('frontend/index.js', "export * from './app.js';")],
  ];
  test.each(allowed)('%s', async (_what, change) => {
    expect(await codesOf(change)).toEqual([]);
  });
});

test('spec: Limits/manifest read limit: reports a large manifest as such, even when it compresses like a bomb', async () => {
  const large = JSON.stringify({ ...manifest, description: 'x'.repeat(2 * 1024 * 1024) });
  const { findings } = await inspectChanged({ files: { 'app.json': large } });
  expect(findings[0]?.code).toBe('MANIFEST_TOO_LARGE');
});

test('reports all findings at once, errors first', async () => {
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

test('reports a second jar, not one that no manifest declares, beside a manifest that cannot be read', async () => {
  const codesBeside = (files: PackageChange['files']) => codesOf({ files, manifest: { version: 'one' } });
  expect(await codesBeside({ 'backend/b.jar': 'x' })).toContain('BACKEND_SECOND_JAR');
  expect((await codesBeside({})).join()).not.toMatch(/BACKEND|JAR/);
});

test('spec: Limits/package size: refuses more than 200 MB without reading it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-'));
  const file = join(folder, 'hello-1.0.0.zip');
  const handle = await open(file, 'w');
  await handle.truncate(200 * 1024 * 1024 + 1);
  await handle.close();
  const inspection = await inspectPackage(file, { mode: 'enforce', trustedKeys: [] });
  expect(inspection).toMatchObject({ ok: false, sha256: '', findings: [{ code: 'PACKAGE_TOO_LARGE' }] });
  await rm(folder, { recursive: true });
});

test('escapes and shortens names in findings', async () => {
  const name = `frontend/\u001b[2J\u202e${'a'.repeat(5_000)}.php`;
  const { findings } = await inspectChanged({ extra: [{ name, content: 'x' }] });
  const texts = findings.flatMap(({ entry = '', message, fix }) => [entry, message, fix]);
  expect(findings.map(({ code }) => code)).toContain('ENTRY_EXTENSION_FORBIDDEN');
  expect(texts.join('')).toContain('\\u{202e}');
  expect(texts.filter((text) => text.includes('\u001b') || text.includes('\u202e'))).toEqual([]);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(600);
});

test('reports at most a hundred findings of a kind, with their count', async () => {
  const files = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`frontend/${at}.php`, 'x']));
  const { findings } = await inspectChanged({ files });
  const forbidden = findings.filter(({ code }) => code === 'ENTRY_EXTENSION_FORBIDDEN');
  expect(forbidden).toHaveLength(100);
  expect(forbidden.at(-1)?.message).toContain('150 more of this kind are not listed');
});

test('leaves nothing in the temporary folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inspector-'));
  vi.stubEnv('TMPDIR', folder);
  await inspectChanged();
  await inspectChanged({ bytes: () => Buffer.alloc(0) });
  expect(await readdir(folder)).toEqual([]);
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('never throws, whatever the bytes', async () => {
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
    { numRuns: RUNS },
  );
});

test('names requested permissions and accepts the imports that they cover (design 9.7-41)', async () => {
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
      message: '/permissions: the application requests network (api.example.com), files.',
    }),
  );
});
