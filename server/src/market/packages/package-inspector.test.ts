import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip, ZipArchive, type AppManifest } from '@platform/package-format';
import { goodArchive, publicKey } from '@platform/package-format/corpus';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../kernel/testing/config.ts';
import { PackageInspector, type HostOwn } from './package-inspector.ts';
import { readContent } from './read-content.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('findings: code A: inspects two packages at a time and queues the others', async () => {
  const file = join(folder, 'a.zip');
  await writeFile(file, 'no archive');
  let begun = 0;
  const inspector = new PackageInspector(testConfig()['app-market'].security, {
    // Asked when an inspection begins.
    reservedNames: () => {
      begun += 1;
      return [];
    },
    providedPackages: [],
  });
  const all = Array.from({ length: 6 }, () => inspector.inspect(file).catch((error: unknown) => error));
  expect(begun).toBe(2);
  const refused = await Promise.all(all);
  expect(refused).toHaveLength(6);
  const [first] = (refused[5] as { details: Array<{ message: string; fix: string }> }).details;
  expect(refused[5]).toMatchObject({
    status: 400,
    message: expect.stringContaining(first?.message ?? 'no finding') as string,
    fix: first?.fix,
  });
  expect(begun).toBe(6);
});

it('findings: code A: queues plans of unverified packages too', async () => {
  const file = join(folder, 'a.zip');
  await writeFile(file, 'no archive');
  let begun = 0;
  const inspector = new PackageInspector(testConfig()['app-market'].security, {
    reservedNames: () => {
      begun += 1;
      return [];
    },
    providedPackages: [],
  });
  const read = [inspector.read(file), inspector.read(file)];
  const inspected = inspector.inspect(file).catch((error: unknown) => error);
  expect(begun).toBe(0);
  for (const { ok } of await Promise.all(read)) expect(ok).toBe(false);
  expect(await inspected).toMatchObject({ status: 400 });
  expect(begun).toBe(1);
});

describe('a package', () => {
  const inspector = (own: Partial<HostOwn> = {}, security: Record<string, unknown> = {}) =>
    new PackageInspector(
      {
        ...testConfig()['app-market'].security,
        ...{ mode: 'enforce', 'public-key': [publicKey] },
        ...security,
      },
      { reservedNames: () => [], providedPackages: [], ...own },
    );
  const good = async (): Promise<string> => {
    const file = join(folder, 'hello-1.0.0.zip');
    await writeFile(file, goodArchive());
    return file;
  };
  const refused = (code: string) => ({ code, status: 400 });

  it('is accepted with its manifest and signature', async () => {
    const accepted = await inspector().inspect(await good(), { fileName: 'hello-1.0.0.zip' });
    expect(accepted).toMatchObject({ ok: true, findings: [], signature: { state: 'signed' } });
    expect(JSON.parse(accepted.manifestJson)).toMatchObject({ code: accepted.manifest.code });
  });

  it('is checked against what its caller expects', async () => {
    await expect(inspector().inspect(await good(), { expectedCode: 'other' })).rejects.toMatchObject({
      status: 400,
      details: [expect.objectContaining({ severity: 'error' })],
    });
  });

  it('keeps a reserved name only where it is installed', async () => {
    const own = { reservedNames: () => ['hello'] };
    await expect(inspector(own).inspect(await good())).rejects.toMatchObject({ status: 400 });
    expect(await inspector(own).inspect(await good(), { isInstalled: true })).toMatchObject({ ok: true });
  });

  it('that is too large is refused with 413', async () => {
    const file = await good();
    await truncate(file, 4 * 1024 ** 3);
    await expect(inspector().inspect(file)).rejects.toMatchObject({ code: 'PACKAGE_TOO_LARGE', status: 413 });
  });

  it('is refused for its first error, with the number of the others', async () => {
    const messageOf = (reserved: string, ...keys: string[]): Promise<string> =>
      good()
        .then((file) => inspector({ reservedNames: () => [reserved] }, { 'public-key': keys }).inspect(file))
        .then(
          () => 'accepted',
          ({ message }: Error) => message,
        );
    expect(await messageOf('other', publicKey)).toBe('accepted');
    expect(await messageOf('hello', publicKey)).toMatch(/^The package was refused: .*[^)]$/);
    expect(await messageOf('hello')).toMatch(/ \(1 more in details\)$/);
  });

  it('has its signature verified in any mode, and not where it is only read', async () => {
    const off = inspector({}, { mode: 'off' });
    const unknown = inspector({}, { 'public-key': [] });
    const revoked = inspector({}, { 'revoked-keys': [(await off.signatureOf(await good())).keyId] });
    expect(await off.signatureOf(await good())).toMatchObject({ state: 'signed' });
    expect(await unknown.signatureOf(await good())).toMatchObject({ state: 'unverifiable' });
    expect((await revoked.signatureOf(await good())).state).not.toBe('signed');
    await expect(unknown.inspect(await good())).rejects.toMatchObject(
      refused('PACKAGE_SIGNATURE_UNVERIFIABLE'),
    );
    expect(await unknown.read(await good())).toMatchObject({ ok: true });
  });

  it('is judged by its recorded content as by its file', async () => {
    const accepted = await inspector().inspect(await good());
    const content = await readContent(await good(), accepted);
    const { manifest } = accepted;
    expect(inspector().judge(content, manifest)).toEqual({ signature: accepted.signature, findings: [] });
    const judged = (change: Partial<typeof content>, named: Partial<AppManifest> = {}, security = {}) =>
      inspector({}, security).judge({ ...content, ...change }, { ...manifest, ...named }).findings;
    const thrown = (code: string) => expect.objectContaining(refused(code)) as Error;
    expect(() => judged({ signature: null })).toThrow(thrown('PACKAGE_UNSIGNED'));
    expect(() => judged({}, { version: '1.0.1' })).toThrow(thrown('PACKAGE_SIGNATURE_INVALID'));
    const [first, ...others] = content.files;
    if (!first) throw new Error('There are no files.');
    const changed = [{ ...first, sha256: '0'.repeat(64) }, ...others];
    expect(() => judged({ files: changed })).toThrow(thrown('PACKAGE_SIGNATURE_INVALID'));
    expect(() => judged({ files: [{ ...first, size: first.size + 1 }, ...others] })).toThrow(
      thrown('PACKAGE_SIGNATURE_INVALID'),
    );
    expect(() => judged({}, {}, { 'public-key': [] })).toThrow(thrown('PACKAGE_SIGNATURE_UNVERIFIABLE'));
    const { keyId } = accepted.signature;
    expect(() => judged({}, {}, { 'revoked-keys': [keyId] })).toThrow(/refused/);
    expect(judged({ signature: null }, {}, { mode: 'warn' })).toMatchObject([
      { severity: 'warning', code: 'PACKAGE_UNSIGNED' },
    ]);
  });

  /** Writes an archive again, with some of its files changed or added. */
  const rewritten = async (
    archive: Buffer,
    name: string,
    change: Readonly<Record<string, (content: Buffer) => string | Buffer>>,
  ): Promise<string> => {
    const given = await ZipArchive.open(archive);
    const contents = new Map<string, Buffer>();
    for (const entry of given.entries) contents.set(entry.name, await given.read(entry.name));
    for (const [path, changed] of Object.entries(change)) {
      contents.set(path, Buffer.from(changed(contents.get(path) ?? Buffer.alloc(0))));
    }
    const file = join(folder, name);
    await writeZip(
      file,
      [...contents].map(([path, content]) => ({ name: path, content })),
    );
    return file;
  };
  const merged = (more: object) => (content: Buffer) =>
    JSON.stringify({ ...(JSON.parse(content.toString()) as object), ...more });
  const unsigned = { mode: 'off' };
  const forOthers = { 'app.json': merged({ platform: '>=9.0.0' }) };

  it('for another platform is accepted with a warning, where the version of the host is known', async () => {
    const file = await rewritten(goodArchive(), 'hello-1.0.0.zip', forOthers);
    const codes = async (platformVersion?: string): Promise<string[]> =>
      (
        await inspector(platformVersion === undefined ? {} : { platformVersion }, unsigned).inspect(file)
      ).findings.map(({ severity, code }) => `${severity} ${code}`);
    expect(await codes('1.0.0')).toEqual(['warning PLATFORM_RANGE_UNMET']);
    expect(await codes('9.1.0')).toEqual([]);
    expect(await codes()).toEqual([]);
  });

  describe('with statements', () => {
    const statements = { dialect: 'sqlite', scriptsOf: () => join(folder, 'none') } as const;
    const withStatement = async (sql: string): Promise<string> => {
      const mapper = 'mapper/hello/Item.xml';
      const archive = await ZipArchive.open(goodArchive());
      const name = archive.entries.map((entry) => entry.name).find((path) => path.endsWith('.jar'));
      if (name === undefined) throw new Error('The package has no backend.');
      const jar = await rewritten(await archive.read(name), 'backend.jar', {
        'META-INF/plugin.json': merged({ mappers: [mapper] }),
        [mapper]: () =>
          `<mapper namespace="cn.platform.hello.ItemMapper"><select id="a">${sql}</select></mapper>`,
      });
      const bytes = await readFile(jar);
      return rewritten(goodArchive(), 'hello-1.0.0.zip', { ...forOthers, [name]: () => bytes });
    };

    it('is refused for a wrong one, with the number of errors and all findings', async () => {
      const file = await withStatement('select titel from hello_item');
      await expect(
        inspector({ statements, platformVersion: '1.0.0' }, unsigned).inspect(file),
      ).rejects.toMatchObject({
        code: 'MAPPER_STATEMENT_INVALID',
        status: 400,
        message: expect.stringMatching(/^The package was refused: .*no such column: titel$/) as string,
        details: [
          { code: 'MAPPER_STATEMENT_INVALID' },
          { code: 'PLATFORM_RANGE_UNMET' },
          // The load refuses a mapper without its class, too.
          { code: 'MAPPER_NAMESPACE', severity: 'warning' },
        ],
      });
      expect(await inspector({}, unsigned).inspect(file)).toMatchObject({ findings: [] });
    });

    it('is accepted with a warning of a table that may come later', async () => {
      const file = await withStatement('select id from other_item');
      const { findings } = await inspector({ statements, platformVersion: '1.0.0' }, unsigned).inspect(file);
      expect(findings.map(({ code }) => code).toSorted()).toEqual([
        'MAPPER_NAMESPACE',
        'MAPPER_TABLE_ABSENT',
        'PLATFORM_RANGE_UNMET',
      ]);
    });
  });
});
