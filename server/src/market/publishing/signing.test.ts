import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateKeyPair, ZipArchive } from '@platform/package-format';
import { describe, expect, it } from 'vitest';
import { ok, type Answer } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import { keyIds, otherPrivateKey } from '../testing/test-packages.ts';

const [firstKey = '', otherKey = ''] = keyIds;

const packager = fileURLToPath(new URL('../../../../packages/packager/src/cli.ts', import.meta.url));

/** Signs a package again, in place, as its publisher would. */
async function resign(file: string, privateKey: string): Promise<void> {
  const keyFile = join(file, '..', 'resign.pem');
  await writeFile(keyFile, privateKey);
  await promisify(execFile)(process.execPath, [packager, 'resign', file, '-SigningKey', keyFile]);
}

describe('signatures', () => {
  const suite = marketSuite();
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const install = (appCode = 'demo') => call('POST', '/app/install', { appCode });
  const upgrade = async (version: string) =>
    call('POST', `/app/install/${await suite.installId()}/upgrade`, { version });
  const plan = (appCode: string, action = 'install') =>
    call('POST', '/app/install/plan', { action, appCode });
  const deploy = (versionId: number) => call('POST', `/app/version/${versionId}/deploy`);
  const readiness = async () => ok(await call('GET', '/app/console/signature-readiness'));

  it('made again by another trusted key hold once that key is confirmed', async () => {
    await suite.host.publish(await suite.workshop.build());
    ok(await install());
    const file = await suite.workshop.build({ version: '1.1.0' });
    const entries = async () => {
      const archive = await ZipArchive.open(await readFile(file));
      return archive.entries
        .filter(({ name }) => name !== 'signature.txt')
        .map(({ name, crc32 }) => [name, crc32]);
    };
    const before = await entries();
    expect(ok(await suite.host.upload(file))['signature']).toEqual({ state: 'signed', keyId: firstKey });
    await resign(file, otherPrivateKey);
    expect(await entries()).toEqual(before);

    const { packageUrl, packageSha256, signature } = ok(await suite.host.upload(file));
    expect(signature).toEqual({ state: 'signed', keyId: otherKey });
    const body = { packageUrl, packageSha256 };
    expect(await call('POST', '/app/version', body)).toMatchObject({
      status: 409,
      error: 'PACKAGE_KEY_CHANGED',
    });
    const saved = ok(await call('POST', '/app/version', { ...body, confirmKey: otherKey }));
    expect(saved).toMatchObject({ signatureState: 'signed', signerKeyId: otherKey });
    ok(await call('POST', `/app/version/${String(saved['versionId'])}/publish`));
    expect(await readiness()).toMatchObject({ ready: true, checked: 2, signed: 2 });
    expect(ok(await upgrade('1.1.0'))).toMatchObject({ security: `Signed by the trusted key ${otherKey}.` });
    expect(await suite.greeting()).toBe('hello 1.1.0');
  });

  it('of a revoked key are refused everywhere (upload, plan, install, upgrade, rollback, deploy, readiness); running code stays', async () => {
    await suite.host.publish(await suite.workshop.build());
    ok(await install());
    const { versionId } = await suite.host.publish(await suite.workshop.build({ version: '1.1.0' }));
    ok(await upgrade('1.1.0'));
    const later = await suite.host.publish(await suite.workshop.build({ version: '1.2.0' }));
    await suite.host.publish(await suite.workshop.build({ code: 'other', backend: null }));
    const trusted = await suite.host.publish(
      await suite.workshop.build({ code: 'good', backend: null, otherKey: true }),
    );

    await suite.restart([], [firstKey]);
    expect(await suite.greeting()).toBe('hello 1.1.0');
    const disk = await suite.disk();
    const id = await suite.installId();
    const attempts: Array<[string, () => Promise<Answer>]> = [
      ['upload', async () => suite.host.upload(await suite.workshop.build({ version: '1.3.0' }))],
      ['plan of an installation', () => plan('other')],
      ['plan of an upgrade', () => plan('demo', 'upgrade')],
      ['install', () => install('other')],
      ['upgrade', () => upgrade('1.2.0')],
      ['rollback', () => call('POST', `/app/install/${id}/rollback`)],
      ['deploy', () => deploy(later.versionId)],
    ];
    for (const [what, attempt] of attempts) {
      const refused = await attempt();
      expect([what, refused.status, refused.error]).toEqual([what, 400, 'PACKAGE_SIGNATURE_INVALID']);
      expect([what, refused.msg]).toEqual([
        what,
        expect.stringContaining(`Key ${firstKey} has been revoked`),
      ]);
      expect([what, refused.fix]).toEqual([what, expect.stringContaining('sign')]);
    }
    expect(await suite.disk()).toEqual(disk);
    expect(await suite.greeting()).toBe('hello 1.1.0');
    ok(await deploy(trusted.versionId));
    const report = await readiness();
    expect(report).toMatchObject({
      ready: false,
      checked: 5,
      signed: 1,
      invalid: 4,
      unsigned: 0,
      unverifiable: 0,
    });
    const found = report['versions'] as Array<{ versionId: number; reason: string }>;
    expect(found.find((version) => version.versionId === versionId)?.reason).toContain('has been revoked');
  });
});

/** The answer of each mode: the code of the refusal, or `noted` for admission with a warning. */
const MODES = {
  enforce: {
    signed: 'in',
    unsigned: 'PACKAGE_UNSIGNED',
    invalid: 'PACKAGE_SIGNATURE_INVALID',
    unverifiable: 'PACKAGE_SIGNATURE_UNVERIFIABLE',
  },
  warn: { signed: 'in', unsigned: 'noted', invalid: 'noted', unverifiable: 'noted' },
  off: { signed: 'in', unsigned: 'in', invalid: 'in', unverifiable: 'in' },
} as const;
const STATES = ['signed', 'unsigned', 'invalid', 'unverifiable'] as const;

describe('the security modes', () => {
  const suite = marketSuite(['--app-market.security.mode=off']);
  const build = async (state: (typeof STATES)[number]): Promise<string> => {
    const tampered = { 'frontend/assets/list.100abcdef.js': 'export default 2;' };
    const file = await suite.workshop.build({
      code: state,
      backend: null,
      signed: state !== 'unsigned',
      ...(state === 'invalid' ? { tampered } : {}),
    });
    if (state === 'unverifiable') await resign(file, generateKeyPair().privateKey);
    return file;
  };

  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  /** Whether an answer mentions the signature: in findings, warnings, or the log of its task. */
  const noteIn = async ({ data }: Answer): Promise<'noted' | 'in'> => {
    const log = data['taskId']
      ? ok(await call('GET', `/app/task/${data['taskId'] as number}`))['logText']
      : '';
    const told = JSON.stringify([data['findings'], data['warnings'], log]);
    return /PACKAGE_UNSIGNED|PACKAGE_SIGNATURE_|warning: /.test(told) ? 'noted' : 'in';
  };

  it('spec: Authentication 7, enforce refuses, warn warns and off ignores unsigned packages: at upload, plan, install and deploy', async () => {
    const files = new Map<string, string>();
    const versions = new Map<string, number>();
    for (const state of STATES) {
      const file = await build(state);
      files.set(state, file);
      versions.set(state, (await suite.host.publish(file)).versionId);
    }
    for (const mode of ['enforce', 'warn', 'off'] as const) {
      await suite.restart([`--app-market.security.mode=${mode}`]);
      for (const state of STATES) {
        const attempts: Array<[string, () => Promise<Answer>]> = [
          ['upload', () => suite.host.upload(files.get(state) ?? '')],
          ['plan', () => call('POST', '/app/install/plan', { action: 'install', appCode: state })],
          ['install', () => call('POST', '/app/install', { appCode: state })],
          ['deploy', () => call('POST', `/app/version/${versions.get(state)}/deploy`)],
        ];
        for (const [what, attempt] of attempts) {
          const answer = await attempt();
          const found = answer.status === 200 ? await noteIn(answer) : answer.error;
          expect([mode, state, what, found]).toEqual([mode, state, what, MODES[mode][state]]);
          if (answer.status !== 200) expect([answer.status, answer.fix]).toEqual([400, expect.any(String)]);
        }
        const id = await suite.installId(state);
        if (id !== undefined) ok(await call('DELETE', `/app/install/${id}`));
      }
    }
  });
});
